package dev.waybill.bench.limit;

import dev.waybill.bench.wire.Text;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// What shares one fsync: the bytes as they go into the file, and who is to be told of each message among them.
final class Group {
    private static final int HEAD = 12;

    private ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
    private final List<Letter> letters = new ArrayList<>();

    /// Where a message came from, under which id, and its own number here.
    record Source(Connection connection, long id, long number) {}

    private record Letter(Source source, Room to, int start, int length) {}

    boolean hasMessages() {
        return !letters.isEmpty();
    }

    /// The text begins at `at` and ends where the message does, before its quote and its brace.
    void add(Source source, Room to, Text message, int at) {
        int length = message.lengthFrom(at) - 2;
        ByteBuffer out = room(HEAD + length).putInt(to.number()).putLong(source.number());
        letters.add(new Letter(source, to, out.position(), length));
        message.copy(at, length, out);
    }

    /// Goes into the file with the next message: that it came is no news to anybody.
    void ack(Agent agent, long upTo) {
        room(HEAD).putInt(-1 - agent.number()).putLong(upTo);
    }

    ByteBuffer bytes() {
        return bytes.duplicate().flip();
    }

    void tell() {
        for (Letter letter : letters) {
            Source source = letter.source;
            source.connection().confirm(source.id(), source.number());
            for (Agent agent : letter.to.members()) {
                agent.deliver(source.number(), bytes, letter.start, letter.length);
            }
        }
    }

    void clear() {
        bytes.clear();
        letters.clear();
    }

    private ByteBuffer room(int more) {
        if (bytes.remaining() < more) {
            int least = bytes.position() + more;
            bytes =
                    ByteBuffer.allocateDirect(Math.max(2 * bytes.capacity(), least))
                            .put(bytes.flip());
        }
        return bytes;
    }
}
