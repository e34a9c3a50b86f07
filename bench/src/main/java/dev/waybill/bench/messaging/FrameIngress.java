package dev.waybill.bench.messaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// `message.send` frames, one socket for each sender.
final class FrameIngress implements Ingress {
    private static final byte[] END = Text.key("\"}");

    private final List<Node> nodes;
    private final Plan plan;
    private final InFlight inFlight;

    private FrameIngress(Plan plan, InFlight inFlight) {
        this.plan = plan;
        this.inFlight = inFlight;
        this.nodes = Api.each(plan.senders().size(), this::connect);
    }

    static Ingress open(Plan plan, InFlight inFlight) {
        return new FrameIngress(plan, inFlight);
    }

    @Override
    public void send(int slot, long nanos) {
        long number = inFlight.begin(slot, nanos);
        String head =
                "{\"v\":1,\"id\":\""
                        + number
                        + "\",\"type\":\"message.send\","
                        + plan.target().next()
                        + ",\"text\":\""
                        + Body.begin(number);
        nodes.get(slot / plan.window()).socket().send(Text.key(head), Body.rest(), END);
    }

    private Node connect(int sender) {
        Node.Answers answers =
                new Node.Answers() {
                    @Override
                    public void confirmed(long id) {
                        inFlight.confirmed(id);
                    }

                    @Override
                    public void refused(Text frame) {
                        inFlight.fault(frame);
                    }
                };
        try {
            String token = plan.stage().api().nodeToken(plan.senders().get(sender));
            return Node.open(plan.stage(), token, _ -> {}, answers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
