package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.wire.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// `message.send` frames, one socket for each sender.
final class FrameIngress implements Ingress {
    private static final byte[] END = Text.key("\"}");

    private final List<Node> nodes;

    private FrameIngress(List<Node> nodes) {
        this.nodes = nodes;
    }

    static Ingress open(Plan plan) {
        return new FrameIngress(Api.each(plan.senders().size(), sender -> connect(plan, sender)));
    }

    @Override
    public void send(int sender, String target, long number) {
        String head =
                "{\"v\":1,\"id\":\""
                        + number
                        + "\",\"type\":\"message.send\",\"answer\":\"minimal\","
                        + target
                        + ",\"text\":\""
                        + Body.begin(number);
        nodes.get(sender).socket().send(Text.key(head), Body.restBytes(), END);
    }

    @Override
    public void close() {
        nodes.forEach(node -> node.socket().cut());
    }

    private static Node connect(Plan plan, int sender) {
        Node.Answers answers =
                new Node.Answers() {
                    @Override
                    public void confirmed(long id) {
                        plan.heard().confirmed(id);
                    }

                    @Override
                    public void refused(Text frame) {
                        plan.heard().fault(frame.toString());
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
