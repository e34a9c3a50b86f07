package dev.waybill.bench.messaging;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Keeps a number of messages under way: when one has come to its end, the next is sent in its place.
final class ClosedLoop {
    private final InFlight inFlight;
    private @Nullable Ingress ingress;

    ClosedLoop(int slots, int deliveriesEach) {
        this.inFlight = new InFlight(slots, deliveriesEach, this::next);
    }

    InFlight inFlight() {
        return inFlight;
    }

    void delivered(Text frame) {
        inFlight.delivered(Body.number(frame));
    }

    void start(Ingress.Plan plan, Ingress.Way way) throws IOException {
        Ingress opened = way.open(plan, inFlight);
        plan.stage()
                .loop()
                .execute(
                        () -> {
                            ingress = opened;
                            for (int slot = 0; slot < inFlight.slots(); slot++) {
                                next(slot);
                            }
                        });
    }

    private void next(int slot) {
        Objects.requireNonNull(ingress).send(slot, System.nanoTime());
    }
}
