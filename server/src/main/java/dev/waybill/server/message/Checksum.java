package dev.waybill.server.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// What a message is known by when its words have changed on the disk: a CRC-32C of all that is stored of it. A database
/// notices when its own structure is damaged, but not that a letter has become another.
public final class Checksum {
    private static final int NONE = -1;

    /// Each update has a price of its own, so what is short waits for more.
    private static final int SHORT = 256;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer waiting = ByteBuffer.allocate(SHORT);

    /// Of one value after the other.
    public Checksum with(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    /// One that is missing is another than an empty one.
    public Checksum with(@Nullable String value) {
        if (value == null) {
            return with(NONE);
        }
        byte[] bytes = value.getBytes(UTF_8);
        add(bytes);
        return with(bytes.length);
    }

    public long value() {
        update();
        return crc.getValue();
    }

    private void add(byte[] bytes) {
        if (bytes.length <= SHORT) {
            room(bytes.length).put(bytes);
        } else {
            update();
            crc.update(bytes);
        }
    }

    private ByteBuffer room(int bytes) {
        if (waiting.remaining() < bytes) {
            update();
        }
        return waiting;
    }

    private void update() {
        crc.update(waiting.flip());
        waiting.clear();
    }
}
