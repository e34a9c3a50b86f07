package dev.waybill.bench.waybill;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.wire.Text;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.Subjects;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A peer elsewhere that says things in a channel of the network: 1 KB of text in a thread, to one peer or to all.
final class Publisher implements AutoCloseable {
    static final String CHANNEL = "bench";

    private static final Scope SCOPE = new Scope(null, new NetworkChannel(CHANNEL));
    private static final Subjects SUBJECTS = new Subjects(NetworkProfile.CHANNEL);
    private static final int DIGITS = 14;
    private static final byte[] MESSAGE = Text.key("<network-message id=\\\"wb-");
    private static final byte[] PROBE = Text.key("<network-message id=\\\"probe-");

    private final Connection connection;

    private Publisher(Connection connection) {
        this.connection = connection;
    }

    static Publisher connect(String url) throws IOException, InterruptedException {
        return new Publisher(Nats.connect(new Options.Builder().server(url).build()));
    }

    /// Which of what was said the frame brings.
    static long number(Text frame) {
        return frame.number(MESSAGE);
    }

    static boolean isProbe(Text frame) {
        return frame.after(PROBE) >= 0;
    }

    void say(long number, @Nullable PeerId to) {
        String digits = Long.toString(number);
        publish("wb-" + "0".repeat(DIGITS - digits.length()) + digits, to);
    }

    /// Something that nobody counts.
    void probe(PeerId to) {
        publish("probe-" + System.nanoTime(), to);
    }

    private void publish(String id, @Nullable PeerId to) {
        connection.publish(subject(to), envelope(id, to));
    }

    static String subject(@Nullable PeerId to) {
        return to == null ? SUBJECTS.broadcast(SCOPE) : SUBJECTS.peer(SCOPE, to);
    }

    static byte[] envelope(String id, @Nullable PeerId to) {
        StringBuilder envelope =
                new StringBuilder(1400)
                        .append("{\"protocol\":\"agh-network/v0\",\"id\":\"")
                        .append(id)
                        .append("\",\"kind\":\"say\",\"channel\":\"" + CHANNEL + "\",")
                        .append("\"surface\":\"thread\",\"thread_id\":\"thread_load\",")
                        .append("\"from\":\"load.sess-generator\",");
        if (to != null) {
            envelope.append("\"to\":\"").append(to.value()).append("\",");
        }
        envelope.append("\"ts\":")
                .append(System.currentTimeMillis() / 1000)
                .append(",\"body\":{\"text\":\"")
                .append(Body.rest())
                .append("\"}}");
        return envelope.toString().getBytes(US_ASCII);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
