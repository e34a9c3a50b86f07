package dev.waybill.cli.network;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// The lines of a stream as bytes, since what peers send need not be text. Of a line that is longer than any envelope
/// only so much is kept that it is still too long.
final class RawLines implements AutoCloseable {
    /// An envelope of a mebibyte, each byte escaped.
    private static final int MOST = 8 << 20;

    private final InputStream in;

    RawLines(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /// The next line without its end; null after the last.
    byte @Nullable [] next() throws IOException {
        int next = in.read();
        if (next < 0) {
            return null;
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 10);
        while (next >= 0 && next != '\n') {
            if (line.size() < MOST) {
                line.write(next);
            }
            next = in.read();
        }
        return line.toByteArray();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
