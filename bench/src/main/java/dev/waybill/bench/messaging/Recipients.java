package dev.waybill.bench.messaging;

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

    /// Each on a socket of its own.
    static List<Node> direct(Stage stage, List<Api.Agent> agents, Consumer<Text> delivered) {
        List<String> tokens =
                Api.each(agents.size(), number -> stage.api().nodeToken(agents.get(number)));
        return Api.each(agents.size(), number -> open(stage, tokens.get(number), delivered));
    }

    /// Shared out among a few nodes, each with one socket for all the agents that it hosts.
    static List<Node> hosted(
            Stage stage, List<Api.Agent> agents, int nodes, Consumer<Text> delivered) {
        List<String> tokens = Api.each(nodes, number -> stage.api().brokerToken("node-" + number));
        List<String> _ =
                Api.each(
                        agents.size(),
                        number -> {
                            String node = "node-" + number % nodes;
                            stage.api().bind(node, agents.get(number));
                            return node;
                        });
        return Api.each(nodes, number -> open(stage, tokens.get(number), delivered));
    }

    private static Node open(Stage stage, String token, Consumer<Text> delivered) {
        try {
            return Node.open(stage, token, delivered, NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
