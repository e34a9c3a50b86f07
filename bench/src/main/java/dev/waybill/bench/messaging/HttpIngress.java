package dev.waybill.bench.messaging;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// One request for each message, and a connection for each that is under way.
final class HttpIngress implements Ingress {
    private static final String FILL = new String(Body.rest(), US_ASCII);

    private final Plan plan;
    private final InFlight inFlight;
    private final List<HttpWire> wires = new ArrayList<>();
    private final long[] numbers;

    private HttpIngress(Plan plan, InFlight inFlight) throws IOException {
        this.plan = plan;
        this.inFlight = inFlight;
        this.numbers = new long[plan.slots()];
        for (int i = 0; i < plan.slots(); i++) {
            int slot = i;
            wires.add(
                    HttpWire.open(
                            plan.stage().server().address(),
                            plan.stage().loop(),
                            (status, body) -> heard(slot, status, body)));
        }
    }

    static Ingress open(Plan plan, InFlight inFlight) throws IOException {
        return new HttpIngress(plan, inFlight);
    }

    @Override
    public void send(int slot, long nanos) {
        long number = inFlight.begin(slot, nanos);
        numbers[slot] = number;
        String body =
                "{" + plan.target().next() + ",\"text\":\"" + Body.begin(number) + FILL + "\"}";
        wires.get(slot)
                .post("/v1/dm", plan.senders().get(slot / plan.window()).token(), Text.key(body));
    }

    private void heard(int slot, int status, Text body) {
        if (status == 201) {
            inFlight.confirmed(numbers[slot]);
        } else {
            inFlight.fault(body);
        }
    }
}
