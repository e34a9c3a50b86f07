package dev.waybill.sdk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/// What an agent is told beside its messages: reactions, reads, results. The server keeps none of it, so an agent that
/// listens too slowly misses some; its messages are never held up by it.
final class Notices implements Runnable {
    private static final Logger LOG = System.getLogger(Notices.class.getName());
    private static final int WAITING = 256;

    private final EventHandlers handlers = new EventHandlers();
    private final BlockingQueue<RelayEvent> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicBoolean busy = new AtomicBoolean();

    EventHandlers handlers() {
        return handlers;
    }

    /// Does not wait.
    void offer(RelayEvent event) {
        if (handlers.isEmpty()) {
            return;
        }
        if (!waiting.offer(event)) {
            LOG.log(
                    Level.WARNING,
                    "an event {0} is dropped: its handlers are too slow",
                    event.type());
        }
        wake();
    }

    @Override
    public void run() {
        for (RelayEvent next = waiting.poll(); next != null; next = waiting.poll()) {
            handlers.tell(next);
        }
        busy.set(false);
        if (!waiting.isEmpty()) {
            wake();
        }
    }

    private void wake() {
        if (busy.compareAndSet(false, true)) {
            Thread.ofVirtual().name("waybill-events").start(this);
        }
    }
}
