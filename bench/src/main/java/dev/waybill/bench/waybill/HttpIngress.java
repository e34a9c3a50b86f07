package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Body;
import java.util.ArrayList;
import java.util.List;

/// One request for each message, and a connection for each that is under way.
final class HttpIngress implements Ingress {
    private final List<Requests> senders = new ArrayList<>();

    static Ingress open(Plan plan) {
        HttpIngress ingress = new HttpIngress();
        for (int sender = 0; sender < plan.senders().size(); sender++) {
            ingress.senders.add(new Requests(plan, sender, plan.window()));
        }
        return ingress;
    }

    @Override
    public void send(int sender, String target, long number) {
        senders.get(sender)
                .post(
                        "/v1/dm",
                        "{" + target + ",\"text\":\"" + Body.begin(number) + Body.rest() + "\"}",
                        List.of(number),
                        (status, _) -> status == 201);
    }

    @Override
    public void close() {
        senders.forEach(Requests::close);
    }
}
