package dev.waybill.bench.waybill;

import dev.waybill.bench.wire.Loop;
import dev.waybill.bench.wire.Text;
import dev.waybill.bench.wire.WebSocket;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// A session on the node socket, as the clients have it: registered, every delivery acknowledged on its own.
final class Node {
    private static final byte[] DELIVER = Text.key("{\"v\":1,\"type\":\"deliver\"");

    /// Takes a number that nothing comes under.
    private static final byte[] FILLER = Text.key("\"type\":\"delivery.settled\"");

    private static final byte[] AGENT = Text.key("\"agent\":\"");
    private static final byte[] SEQ = Text.key("\"seq\":");
    private static final byte[] ID = Text.key("\"id\":\"");
    private static final byte[] REPLY = Text.key("\"type\":\"reply\"");
    private static final byte[] ERROR = Text.key("\"type\":\"error\"");
    private static final byte[] REGISTERED = Text.key("{\"v\":1,\"id\":\"register\"");
    private static final byte[] REGISTER =
            Text.key(
                    """
                    {"v":1,"id":"register","type":"node.register","name":"bench","capabilities":[],"max_agents":0,"tags":[],"version":"bench"}""");

    private final CountDownLatch registered = new CountDownLatch(1);
    private final AtomicReference<WebSocket> socket = new AtomicReference<>();
    private final Consumer<Text> delivered;
    private final Answers answers;
    private final Loop loop;
    private final Map<String, Long> unacked = new LinkedHashMap<>();

    /// Hears what became of what was sent.
    interface Answers {
        void confirmed(long id);

        void refused(Text frame);

        /// Anything else.
        default void told(Text frame) {}
    }

    private Node(Loop loop, Consumer<Text> delivered, Answers answers) {
        this.loop = loop;
        this.delivered = delivered;
        this.answers = answers;
    }

    /// Returns when the server has taken the registration; deliveries may have come before.
    static Node open(Stage stage, String token, Consumer<Text> delivered, Answers answers)
            throws IOException {
        Node node = new Node(stage.loop(), delivered, answers);
        WebSocket opened =
                WebSocket.open(stage.server().address(), token, stage.loop(), node::hear);
        node.socket.set(opened);
        stage.loop().execute(() -> opened.send(REGISTER));
        try {
            if (!node.registered.await(30, TimeUnit.SECONDS)) {
                throw new IOException("the server did not answer node.register");
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        return node;
    }

    /// Only on the loop's thread.
    WebSocket socket() {
        return socket.get();
    }

    private void hear(Text frame) {
        if (frame.startsWith(DELIVER)) {
            if (frame.after(FILLER) < 0) {
                delivered.accept(frame);
            }
            ack(frame);
        } else if (frame.startsWith(REGISTERED)) {
            if (frame.after(ERROR) >= 0) {
                throw new IllegalStateException("not registered: " + frame);
            }
            registered.countDown();
        } else if (frame.after(REPLY) >= 0) {
            answers.confirmed(frame.number(ID));
        } else if (frame.after(ERROR) >= 0) {
            answers.refused(frame);
        } else {
            answers.told(frame);
        }
    }

    /// One ack for all that came to an agent together, as a cursor wants it.
    private void ack(Text frame) {
        long seq = frame.number(SEQ);
        if (seq > 0) {
            if (unacked.isEmpty()) {
                loop.afterReading(this::sendAcks);
            }
            unacked.put(frame.string(AGENT), seq);
        }
    }

    private void sendAcks() {
        unacked.forEach(
                (agent, seq) ->
                        socket().send(
                                        Text.key(
                                                "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\""
                                                        + agent
                                                        + "\",\"up_to_seq\":"
                                                        + seq
                                                        + "}")));
        unacked.clear();
    }
}
