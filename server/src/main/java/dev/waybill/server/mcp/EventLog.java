package dev.waybill.server.mcp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The events of one stream, numbered from one, kept for a while so that a host that was cut off can have them again.
///
/// One reader has the log at a time; whoever takes it over ends the reading of the one before. What is kept is bounded:
/// the oldest events that may be missed go first.
final class EventLog {
    static final int MAX_EVENTS = 256;
    static final int MAX_CHARS = 1 << 20;

    private final String stream;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Event> events = new ArrayDeque<>();
    private int chars;
    private long newest;
    private long handedOut;
    private long reader;
    private boolean ended;

    EventLog(String stream) {
        this.stream = stream;
    }

    /// One message. A topic is said again only after it was heard; what is essential is never dropped.
    record Event(long number, String data, @Nullable String topic, boolean essential) {}

    /// What a reader gets.
    sealed interface Step {
        record Next(Event event) implements Step {}

        /// Nothing new came in time.
        record Silence() implements Step {}

        /// Somebody else reads now, or the host shall come back later.
        record Taken() implements Step {}

        /// Nothing will come any more.
        record End() implements Step {}
    }

    String stream() {
        return stream;
    }

    /// Adds what may be dropped when there is too much.
    void say(String data) {
        add(data, null, false);
    }

    /// Adds what is not worth saying twice before anyone has heard it.
    void announce(String topic, String data) {
        add(data, topic, false);
    }

    void insist(String data) {
        add(data, null, true);
    }

    /// Adds the last event.
    void finish(String data) {
        lock.lock();
        try {
            add(data, null, true);
            end();
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean ended() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /// Takes the log over; the number is needed to read on.
    long attach() {
        lock.lock();
        try {
            changed.signalAll();
            return ++reader;
        } finally {
            lock.unlock();
        }
    }

    /// The newest event that was handed to a reader.
    long heard() {
        lock.lock();
        try {
            return handedOut;
        } finally {
            lock.unlock();
        }
    }

    /// Does it unless somebody else has taken the log over.
    void ifReadBy(long reading, Runnable task) {
        lock.lock();
        try {
            if (reading == reader) {
                task.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Sends the reader away without an end.
    void release() {
        long _ = attach();
    }

    /// The first event after a number, waiting for it if need be.
    Step next(long reading, long after, Duration wait) throws InterruptedException {
        long left = wait.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                if (reading != reader) {
                    return new Step.Taken();
                }
                Event event = firstAfter(after);
                if (event != null) {
                    handedOut = Math.max(handedOut, event.number());
                    return new Step.Next(event);
                }
                if (ended) {
                    return new Step.End();
                }
                if (left <= 0) {
                    return new Step.Silence();
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Event firstAfter(long number) {
        for (Event event : events) {
            if (event.number() > number) {
                return event;
            }
        }
        return null;
    }

    private void add(String data, @Nullable String topic, boolean essential) {
        lock.lock();
        try {
            if (ended || (topic != null && unheard(topic))) {
                return;
            }
            events.add(new Event(++newest, data, topic, essential));
            chars += data.length();
            makeRoom();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean unheard(String topic) {
        return events.stream()
                .anyMatch(event -> event.number() > handedOut && topic.equals(event.topic()));
    }

    private void makeRoom() {
        Iterator<Event> oldest = events.iterator();
        while ((events.size() > MAX_EVENTS || chars > MAX_CHARS) && oldest.hasNext()) {
            Event event = oldest.next();
            if (!event.essential()) {
                oldest.remove();
                chars -= event.data().length();
            }
        }
    }
}
