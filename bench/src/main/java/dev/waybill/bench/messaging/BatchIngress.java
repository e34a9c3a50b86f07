package dev.waybill.bench.messaging;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `POST /v1/messages/batch`: each sender has two batches under way, on a connection each; one is sent again when all its
/// messages have come to their end.
final class BatchIngress implements Ingress {
    private static final String FILL = new String(Body.rest(), US_ASCII);
    private static final byte[] NOT_OK = Text.key("\"ok\":false");
    private static final int BATCHES = 2;

    private final Plan plan;
    private final InFlight inFlight;
    private final int size;
    private final List<HttpWire> wires = new ArrayList<>();
    private final List<List<Integer>> ready = new ArrayList<>();
    private final List<List<Long>> numbers = new ArrayList<>();

    private BatchIngress(Plan plan, InFlight inFlight) throws IOException {
        this.plan = plan;
        this.inFlight = inFlight;
        this.size = plan.window() / BATCHES;
        for (int i = 0; i < plan.slots() / size; i++) {
            int batch = i;
            ready.add(new ArrayList<>());
            numbers.add(new ArrayList<>());
            wires.add(
                    HttpWire.open(
                            plan.stage().server().address(),
                            plan.stage().loop(),
                            (status, body) -> heard(batch, status, body)));
        }
    }

    static Ingress open(Plan plan, InFlight inFlight) throws IOException {
        return new BatchIngress(plan, inFlight);
    }

    @Override
    public void send(int slot, long nanos) {
        int batch = slot / size;
        List<Integer> slots = ready.get(batch);
        slots.add(slot);
        if (slots.size() < size) {
            return;
        }
        StringBuilder body = new StringBuilder("{\"messages\":[");
        for (int one : slots) {
            long number = inFlight.begin(one, nanos);
            numbers.get(batch).add(number);
            body.append(body.charAt(body.length() - 1) == '[' ? "{" : ",{")
                    .append(plan.target().next())
                    .append(",\"text\":\"")
                    .append(Body.begin(number))
                    .append(FILL)
                    .append("\"}");
        }
        slots.clear();
        wires.get(batch)
                .post(
                        "/v1/messages/batch",
                        plan.senders().get(batch / BATCHES).token(),
                        Text.key(body.append("]}").toString()));
    }

    private void heard(int batch, int status, Text body) {
        List<Long> sent = List.copyOf(numbers.get(batch));
        numbers.get(batch).clear();
        if (status >= 300 || body.after(NOT_OK) >= 0) {
            inFlight.fault(body);
        }
        sent.forEach(inFlight::confirmed);
    }
}
