package dev.waybill.bench.waybill;

import dev.waybill.bench.load.InFlight;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.wire.HttpWire;
import dev.waybill.bench.wire.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/// Agents that each ask for one thing at a time, over a connection of their own.
final class Asking implements Scene {
    private static final byte[] RESULT = Text.key("action.completed");

    private final Kind kind;
    private final Stage stage;
    private final InFlight inFlight;
    private final List<HttpWire> wires = new ArrayList<>();
    private final long[] numbers;
    private boolean ended;

    /// What is asked, what it is answered with, and whether the result comes apart from the answer, over the agent's socket.
    record Kind(
            List<Api.Agent> agents,
            String path,
            int status,
            boolean told,
            LongFunction<String> body) {
        static Kind calls(List<Api.Agent> agents, String action, int status, boolean told) {
            String path = "/v1/actions/" + action + "/invoke";
            return new Kind(
                    agents, told ? path : path + "?wait=30s", status, told, EchoHandler::input);
        }
    }

    Asking(Stage stage, Kind kind, InFlight inFlight) throws IOException {
        this.stage = stage;
        this.kind = kind;
        this.inFlight = inFlight;
        this.numbers = new long[kind.agents().size()];
        for (int i = 0; i < numbers.length; i++) {
            wires.add(connect(i));
        }
    }

    private HttpWire connect(int caller) throws IOException {
        return HttpWire.open(
                stage.server().address(),
                stage.loop(),
                (status, body) -> heard(caller, status, body));
    }

    @Override
    public void listen() throws IOException {
        if (kind.told()) {
            Recipients.direct(stage, kind.agents(), this::delivered);
        }
    }

    @Override
    public void hush() {
        stage.loop().execute(() -> ended = true);
    }

    @Override
    public void send(int caller, int recipient, long number) {
        byte[] body = Text.key(kind.body().apply(number));
        stage.loop().execute(() -> ask(caller, number, body));
    }

    @Override
    public void close() {
        hush();
    }

    private void ask(int caller, long number, byte[] body) {
        numbers[caller] = number;
        open(caller).post(kind.path(), kind.agents().get(caller).token(), body);
    }

    /// The server closes connections that are not used for a while.
    private HttpWire open(int caller) {
        if (!wires.get(caller).isOpen()) {
            try {
                wires.set(caller, connect(caller));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return wires.get(caller);
    }

    private void heard(int caller, int status, Text body) {
        if (status == kind.status()) {
            inFlight.confirmed(numbers[caller]);
        } else {
            inFlight.fault(body.toString());
        }
    }

    private void delivered(Text frame) {
        if (!ended && frame.after(RESULT) >= 0) {
            inFlight.delivered(EchoHandler.number(frame));
        }
    }
}
