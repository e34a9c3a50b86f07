package dev.waybill.cli.mcp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// A stream that shows now and then that it is there. When nothing comes for too long, the connection is dead without
/// anybody having said so, and the stream is closed.
final class Pulsed extends FilterInputStream {
    /// The server says something every 15 seconds.
    static final Duration SILENCE = Duration.ofSeconds(45);

    private static final int LOOKS = 4;
    private static final long READING_NOT = Long.MIN_VALUE;

    private final Thread watch;
    private volatile long waiting = READING_NOT;

    Pulsed(InputStream in, Duration silence) {
        super(in);
        this.watch = Thread.ofVirtual().name("mcp-pulse").start(() -> watch(silence));
    }

    @Override
    public int read() throws IOException {
        waiting = System.nanoTime();
        try {
            return super.read();
        } finally {
            waiting = READING_NOT;
        }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        waiting = System.nanoTime();
        try {
            return super.read(into, offset, length);
        } finally {
            waiting = READING_NOT;
        }
    }

    @Override
    public void close() throws IOException {
        watch.interrupt();
        super.close();
    }

    private void watch(Duration silence) {
        try {
            while (!silentFor(silence)) {
                Thread.sleep(silence.dividedBy(LOOKS));
            }
            in.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // it is closed, then
        }
    }

    private boolean silentFor(Duration silence) {
        long since = waiting;
        return since != READING_NOT && System.nanoTime() - since > silence.toNanos();
    }
}
