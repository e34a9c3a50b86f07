package dev.waybill.bench.waybill;

import dev.waybill.bench.wire.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/// Connects those who get the messages.
final class Recipients {
    private static final Node.Answers NONE =
            new Node.Answers() {
                @Override
                public void confirmed(long id) {}

                @Override
                public void refused(Text frame) {
                    System.err.println("unexpected: " + frame);
                }
            };

    private Recipients() {}

    /// What each needs to open a socket of its own.
    static List<String> tokens(Stage stage, List<Api.Agent> agents) {
        return Api.each(agents.size(), number -> stage.api().nodeToken(agents.get(number)));
    }

    /// Each on a socket of its own.
    static List<Node> direct(Stage stage, List<Api.Agent> agents, Consumer<Text> delivered) {
        return opened(stage, tokens(stage, agents), delivered);
    }

    static List<Node> opened(Stage stage, List<String> tokens, Consumer<Text> delivered) {
        return Api.each(tokens.size(), number -> open(stage, tokens.get(number), delivered));
    }

    /// Shares the agents out among a few nodes, each with one socket for all that it hosts; gives what those open it with.
    static List<String> hosting(Stage stage, List<Api.Agent> agents, List<String> nodes) {
        List<String> tokens =
                Api.each(nodes.size(), number -> stage.api().brokerToken(nodes.get(number)));
        List<String> _ =
                Api.each(
                        agents.size(),
                        number -> {
                            String node = nodes.get(number % nodes.size());
                            stage.api().bind(node, agents.get(number));
                            return node;
                        });
        return tokens;
    }

    private static Node open(Stage stage, String token, Consumer<Text> delivered) {
        try {
            return Node.open(stage, token, delivered, NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
