package dev.waybill.bench.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// One thread that carries all connections of the load generator. Whatever it calls may touch them without a lock.
public final class Loop implements AutoCloseable {
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Set<Wire> unsent = new LinkedHashSet<>();
    private final Thread thread = Thread.ofPlatform().name("load").unstarted(this::run);
    private volatile boolean closed;

    public Loop() throws IOException {
        this.selector = Selector.open();
        thread.start();
    }

    /// Has the thread do something soon.
    public void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    /// Does it at once if this is the thread of the loop.
    public void perform(Runnable task) {
        if (Thread.currentThread().equals(thread)) {
            task.run();
        } else {
            execute(task);
        }
    }

    /// Has the thread, which calls this, do something once everything that can be read has been heard.
    public void afterReading(Runnable task) {
        tasks.add(task);
    }

    Selector selector() {
        return selector;
    }

    /// What the wire was given is sent once everything that can be read has been heard.
    void hasUnsent(Wire wire) {
        unsent.add(wire);
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (selector) {
            while (!closed) {
                selector.select(this::ready);
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                flush();
            }
            List.copyOf(selector.keys()).forEach(key -> wire(key).cut());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ready(SelectionKey key) {
        if (key.isValid() && key.isReadable()) {
            wire(key).read();
        }
        if (key.isValid() && key.isWritable()) {
            wire(key).flush();
        }
    }

    private void flush() {
        List<Wire> waiting = new ArrayList<>(unsent);
        unsent.clear();
        waiting.forEach(Wire::flush);
    }

    private static Wire wire(SelectionKey key) {
        return (Wire) key.attachment();
    }
}
