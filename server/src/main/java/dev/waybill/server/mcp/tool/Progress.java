package dev.waybill.server.mcp.tool;

import dev.waybill.server.mcp.Exchange;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/// Tells a host every few seconds that it has not been forgotten, as long as something is waited for.
final class Progress implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Exchange exchange;
    private final String words;
    private final Duration most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Thread thread;
    private boolean over;

    private Progress(Exchange exchange, String words, Duration most) {
        this.exchange = exchange;
        this.words = words;
        this.most = most;
        this.thread = Thread.ofVirtual().name("mcp-progress").unstarted(this::run);
    }

    static Progress of(Exchange exchange, String words, Duration most) {
        Progress progress = new Progress(exchange, words, most);
        progress.thread.start();
        return progress;
    }

    private void run() {
        Duration waited = Duration.ZERO;
        try {
            while (waited.compareTo(most) < 0) {
                Thread.sleep(PAUSE);
                waited = waited.plus(PAUSE);
                tell(waited);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Duration waited) {
        lock.lock();
        try {
            if (!over) {
                exchange.progress((double) waited.toSeconds(), (double) most.toSeconds(), words);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Nothing is told afterwards.
    @Override
    public void close() {
        lock.lock();
        try {
            over = true;
        } finally {
            lock.unlock();
        }
        thread.interrupt();
    }
}
