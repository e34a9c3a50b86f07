package dev.waybill.bench.waybill;

import dev.waybill.server.store.StoreException;

/// Does something with a store again and again, on a thread of its own, until it is closed.
record Endlessly(Thread thread) implements AutoCloseable {
    static Endlessly doing(Runnable once) {
        return new Endlessly(Thread.ofPlatform().daemon().start(() -> repeat(once)));
    }

    private static void repeat(Runnable once) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                once.run();
            } catch (StoreException e) {
                if (!Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    /// What is under way is broken off, which the store reports as a failure.
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
