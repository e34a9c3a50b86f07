package dev.waybill.sdk;

import java.time.Duration;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The requests that have no answer yet: many at once, in order, and sent again over the next connection, because each of
/// them does no more when it comes twice.
final class Requests {
    private static final int UNDER_WAY = 512;

    private final AtomicLong ids = new AtomicLong();
    private final ConcurrentSkipListMap<Long, Request> open = new ConcurrentSkipListMap<>();
    private final Semaphore room = new Semaphore(UNDER_WAY);
    private final ReentrantLock sending = new ReentrantLock();
    private @Nullable Connection connection;
    private volatile @Nullable RelayException end;

    /// Sends it now, or when there is a connection; null when there was no room for it in time.
    @Nullable Request submit(ObjectNode frame, Consumer<JsonNode> granted, Duration patience)
            throws InterruptedException {
        if (!room.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            return null;
        }
        sending.lock();
        try {
            RelayException over = end;
            if (over != null) {
                room.release();
                throw over.again();
            }
            long id = ids.incrementAndGet();
            frame.put("v", 1).put("id", Long.toString(id));
            Request request = new Request(id, Wire.JSON.text(frame), granted);
            open.put(id, request);
            if (connection != null) {
                connection.send(request.frame());
            }
            return request;
        } finally {
            sending.unlock();
        }
    }

    /// Sends what has no answer yet over a new connection, and whatever comes from now on.
    void resume(Connection next) {
        sending.lock();
        try {
            connection = next;
            for (Request request : open.values()) {
                if (!next.send(request.frame())) {
                    return;
                }
            }
        } finally {
            sending.unlock();
        }
    }

    /// What comes from now on waits for the next connection.
    void suspend() {
        sending.lock();
        try {
            connection = null;
        } finally {
            sending.unlock();
        }
    }

    /// Called by those who read, so it does not wait for those who write.
    void answered(long id, JsonNode reply) {
        Request request = taken(id);
        if (request != null) {
            request.answered(reply);
        }
    }

    /// Nobody waits for it any more.
    void forget(Request request) {
        taken(request.id());
    }

    boolean idle() {
        return open.isEmpty();
    }

    /// There will be no connection any more.
    void end(RelayException why) {
        end = why;
        suspend();
        for (Long id : open.keySet()) {
            Request request = taken(id);
            if (request != null) {
                request.failed(why);
            }
        }
    }

    private @Nullable Request taken(long id) {
        Request request = open.remove(id);
        if (request != null) {
            room.release();
        }
        return request;
    }
}
