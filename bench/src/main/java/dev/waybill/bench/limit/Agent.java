package dev.waybill.bench.limit;

import dev.waybill.bench.wire.Text;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who gets messages, numbered one after the other, through the connection that hosts it.
final class Agent {
    private static final byte[] HEAD =
            Text.key("{\"v\":1,\"type\":\"deliver\",\"delivery_id\":\"del_");
    private static final byte[] SEQ = Text.key("\",\"seq\":");
    private static final byte[] PAYLOAD =
            Text.key(
                    ",\"mode\":\"wait\",\"payload\":{\"type\":\"message.created\",\"data\":{\"text\":\"");
    private static final byte[] END = Text.key("\"}}}");

    private final int number;
    private final Room alone;
    private final byte[] names;
    private @Nullable Connection host;
    private long seq;

    Agent(int number, String name) {
        this.number = number;
        this.alone = new Room(number, List.of(this));
        this.names =
                Text.key(
                        "\",\"agent_id\":\"%d\",\"agent\":\"%s\",\"msg_id\":\""
                                .formatted(number, name));
    }

    int number() {
        return number;
    }

    Room alone() {
        return alone;
    }

    void hostedBy(Connection connection) {
        host = connection;
    }

    /// What comes while nobody hosts it is in the file and nowhere else.
    void deliver(long message, ByteBuffer bytes, int start, int length) {
        seq++;
        Connection to = host;
        if (to == null) {
            return;
        }
        int fixed = HEAD.length + names.length + SEQ.length + PAYLOAD.length + END.length;
        int numbers = 2 * Digits.count(message) + Digits.count(seq);
        ByteBuffer out = to.frame(fixed + numbers + length).put(HEAD);
        Digits.put(out, message).put(names);
        Digits.put(out, message).put(SEQ);
        Digits.put(out, seq).put(PAYLOAD);
        out.put(out.position(), bytes, start, length);
        out.position(out.position() + length).put(END);
    }
}
