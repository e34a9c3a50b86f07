package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.wire.Text;
import java.util.ArrayList;
import java.util.List;

/// `POST /v1/messages/batch`: each sender gathers half of what it may have under way, and sends it together.
final class BatchIngress implements Ingress {
    private static final byte[] NOT_OK = Text.key("\"ok\":false");
    private static final int BATCHES = 2;

    private final int size;
    private final List<Gathering> senders = new ArrayList<>();

    private BatchIngress(int size) {
        this.size = size;
    }

    static Ingress open(Plan plan) {
        BatchIngress ingress = new BatchIngress(Math.max(1, plan.window() / BATCHES));
        for (int sender = 0; sender < plan.senders().size(); sender++) {
            // What is flushed early takes connections too.
            ingress.senders.add(new Gathering(new Requests(plan, sender, 2 * BATCHES)));
        }
        return ingress;
    }

    @Override
    public void send(int sender, String target, long number) {
        Gathering gathering = senders.get(sender);
        gathering.add(target, number);
        if (gathering.numbers.size() == size) {
            gathering.post();
        }
    }

    @Override
    public void flush() {
        senders.forEach(Gathering::post);
    }

    @Override
    public void close() {
        senders.forEach(each -> each.requests.close());
    }

    /// What one sender has not sent yet.
    private static final class Gathering {
        private final Requests requests;
        private final StringBuilder messages = new StringBuilder();
        private List<Long> numbers = new ArrayList<>();

        Gathering(Requests requests) {
            this.requests = requests;
        }

        void add(String target, long number) {
            messages.append(numbers.isEmpty() ? "{" : ",{")
                    .append(target)
                    .append(",\"text\":\"")
                    .append(Body.begin(number))
                    .append(Body.rest())
                    .append("\"}");
            numbers.add(number);
        }

        void post() {
            if (numbers.isEmpty()) {
                return;
            }
            String body = "{\"messages\":[" + messages + "]}";
            requests.post("/v1/messages/batch", body, numbers, BatchIngress::isGood);
            messages.setLength(0);
            numbers = new ArrayList<>();
        }
    }

    private static boolean isGood(int status, Text body) {
        return status < 300 && body.after(NOT_OK) < 0;
    }
}
