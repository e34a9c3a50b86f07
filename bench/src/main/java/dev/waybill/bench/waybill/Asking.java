package dev.waybill.bench.waybill;

import dev.waybill.bench.load.InFlight;
import dev.waybill.bench.wire.HttpWire;
import dev.waybill.bench.wire.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/// Agents that each ask for one thing at a time, over a connection of their own, until they are told to end.
final class Asking implements AutoCloseable {
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
            LongFunction<String> body) {}

    private Asking(Stage stage, Kind kind) throws IOException {
        this.stage = stage;
        this.kind = kind;
        this.inFlight = new InFlight(kind.agents().size(), kind.told() ? 1 : 0, this::next);
        this.numbers = new long[kind.agents().size()];
        for (int i = 0; i < numbers.length; i++) {
            int slot = i;
            wires.add(
                    HttpWire.open(
                            stage.server().address(),
                            stage.loop(),
                            (status, body) -> heard(slot, status, body)));
        }
    }

    static Asking open(Stage stage, Kind kind) throws IOException {
        Asking asking = new Asking(stage, kind);
        if (kind.told()) {
            Recipients.direct(stage, kind.agents(), asking::delivered);
        }
        stage.loop()
                .execute(
                        () -> {
                            for (int slot = 0; slot < asking.numbers.length; slot++) {
                                asking.next(slot);
                            }
                        });
        return asking;
    }

    InFlight inFlight() {
        return inFlight;
    }

    /// What is under way comes to its end; nothing new is asked.
    @Override
    public void close() {
        stage.loop().execute(() -> ended = true);
    }

    private void next(int slot) {
        if (ended) {
            return;
        }
        long number = inFlight.begin(slot, System.nanoTime());
        numbers[slot] = number;
        wires.get(slot)
                .post(
                        kind.path(),
                        kind.agents().get(slot).token(),
                        Text.key(kind.body().apply(number)));
    }

    private void heard(int slot, int status, Text body) {
        if (status == kind.status()) {
            inFlight.confirmed(numbers[slot]);
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
