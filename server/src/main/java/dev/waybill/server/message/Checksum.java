package dev.waybill.server.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// What a message is known by when its words have changed on the disk: a CRC-32C of all that is stored of it. A database
/// notices when its own structure is damaged, but not that a letter has become another.
public final class Checksum {
    private static final int NONE = -1;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

    /// Of one value after the other.
    public Checksum with(long value) {
        number.clear().putLong(value);
        crc.update(number.array());
        return this;
    }

    /// One that is missing is another than an empty one.
    public Checksum with(@Nullable String value) {
        if (value == null) {
            return with(NONE);
        }
        byte[] bytes = value.getBytes(UTF_8);
        crc.update(bytes);
        return with(bytes.length);
    }

    public long value() {
        return crc.getValue();
    }
}
