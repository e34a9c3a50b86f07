package dev.waybill.bench.waybill;

import dev.waybill.bench.wire.HttpWire;
import dev.waybill.bench.wire.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/// An agent with a socket that gives back what it is called with, at once.
final class EchoHandler {
    private static final byte[] INVOKED = Text.key("\"event\":\"action.invoked\"");
    private static final byte[] INVOCATION = Text.key("\"invocation_id\":\"");
    private static final byte[] NUMBER = Text.key("{\"n\":");

    private final Stage stage;
    private final String path;
    private final String token;
    private final Deque<Integer> free = new ArrayDeque<>();
    private final Queue<Answer> waiting = new ArrayDeque<>();
    private final HttpWire[] wires;

    private record Answer(String invocation, long number) {}

    private EchoHandler(Stage stage, Api.Agent agent, String action, int connections)
            throws IOException {
        this.stage = stage;
        this.path = "/v1/actions/" + action + "/invocations/";
        this.token = agent.token();
        this.wires = new HttpWire[connections];
        for (int i = 0; i < connections; i++) {
            wires[i] = connect(i);
            free.add(i);
        }
    }

    private HttpWire connect(int wire) throws IOException {
        return HttpWire.open(
                stage.server().address(),
                stage.loop(),
                (status, body) -> answered(wire, status, body));
    }

    /// Registers it and gives the name of its action.
    static String open(Stage stage, String name, int connections) throws IOException {
        Api.Agent agent = stage.api().agent("handler-" + name);
        String action = "bench." + name;
        EchoHandler handler = new EchoHandler(stage, agent, action, connections);
        stage.api()
                .post(
                        "/v1/actions",
                        agent.token(),
                        """
                        {"name":"%s","description":"gives back what it gets","handler_agent":"%s",
                         "input_schema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}
                        """
                                .formatted(action, agent.name()));
        Node.open(stage, stage.api().nodeToken(agent), _ -> {}, handler.new Hearing());
        return action;
    }

    static String input(long number) {
        return "{\"input\":{\"n\":" + number + "}}";
    }

    /// The number that a call or its result carries.
    static long number(Text frame) {
        return frame.number(NUMBER);
    }

    private void invoked(Text frame) {
        waiting.add(new Answer(frame.string(INVOCATION), number(frame)));
        complete();
    }

    private void complete() {
        while (!free.isEmpty() && !waiting.isEmpty()) {
            Answer answer = waiting.remove();
            open(free.remove())
                    .post(
                            path + answer.invocation() + "/complete",
                            token,
                            Text.key("{\"output\":{\"n\":" + answer.number() + "}}"));
        }
    }

    /// The server closes connections that are not used for a while.
    private HttpWire open(int wire) {
        if (!wires[wire].isOpen()) {
            try {
                wires[wire] = connect(wire);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return wires[wire];
    }

    private void answered(int wire, int status, Text body) {
        if (status != 200) {
            System.err.println("unexpected: " + body);
        }
        free.add(wire);
        complete();
    }

    /// What the socket says.
    private final class Hearing implements Node.Answers {
        @Override
        public void confirmed(long id) {}

        @Override
        public void refused(Text frame) {
            System.err.println("unexpected: " + frame);
        }

        @Override
        public void told(Text frame) {
            if (frame.after(INVOKED) >= 0) {
                invoked(frame);
            }
        }
    }
}
