package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.wire.Text;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The agents of one shape and their connections. One node hosts all recipients, a few nodes those of a channel, or each has
/// a socket of its own: the way in tells.
final class WaybillScene implements Scene {
    private static final byte[] NUMBER = Text.key("\"text\":\"" + Body.BEGIN);
    private static final int NODES_OF_A_CHANNEL = 4;

    /// The server takes its time with the first acks of a session.
    private static final Duration ACKS_WRITTEN = Duration.ofSeconds(3);

    private final Stage stage;
    private final String prefix;
    private final Shape shape;
    private final Heard heard;
    private final List<Api.Agent> agents;
    private final List<String> tokens;
    private final Ingress ingress;
    private List<Node> listening = List.of();

    private WaybillScene(Stage stage, String prefix, Shape shape, Heard heard, Entry entry) {
        this.stage = stage;
        this.prefix = prefix;
        this.shape = shape;
        this.heard = heard;
        List<Api.Agent> senders = stage.api().agents(prefix + "sender-", shape.senders());
        this.agents = stage.api().agents(prefix + "agent-", shape.recipients());
        if (shape.toAll()) {
            stage.api().channel(channel(), senders.getFirst(), agents);
        }
        this.tokens =
                entry.isApart()
                        ? Recipients.tokens(stage, agents)
                        : Recipients.hosting(stage, agents, Api.names(prefix + "node-", nodes()));
        this.ingress = entry.way().open(new Ingress.Plan(stage, senders, shape.window(), heard));
    }

    /// `prefix` keeps what it makes apart from other scenes on the same server.
    static Scene open(Stage stage, String prefix, Shape shape, Heard heard, Entry entry) {
        return new WaybillScene(stage, prefix, shape, heard, entry);
    }

    @Override
    public void send(int sender, int recipient, long number) {
        String target =
                shape.toAll()
                        ? "\"channel\":\"" + channel() + "\""
                        : "\"to\":\"" + agents.get(recipient).name() + "\"";
        stage.loop().perform(() -> ingress.send(sender, target, number));
    }

    @Override
    public void flush() {
        stage.loop().perform(ingress::flush);
    }

    @Override
    public void listen() {
        listening =
                Recipients.opened(stage, tokens, frame -> heard.delivered(frame.number(NUMBER)));
    }

    @Override
    public void hush() throws InterruptedException {
        Thread.sleep(ACKS_WRITTEN);
        cut();
    }

    @Override
    public void close() {
        cut();
        await(ingress::close);
    }

    private void cut() {
        await(() -> listening.forEach(node -> node.socket().cut()));
        listening = List.of();
    }

    private void await(Runnable task) {
        CountDownLatch done = new CountDownLatch(1);
        stage.loop()
                .execute(
                        () -> {
                            task.run();
                            done.countDown();
                        });
        try {
            if (!done.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the load generator hangs");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private int nodes() {
        return shape.toAll() ? NODES_OF_A_CHANNEL : 1;
    }

    private String channel() {
        return prefix + "fan";
    }
}
