package dev.waybill.faults;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// What agents have acknowledged on their sockets, and when, by their own clock. A server writes it a little later; after a
/// generous while it owes to have done so, if the session lasted as long.
final class Acks {
    /// Nothing of a session is written sooner.
    static final Duration HELD = Duration.ofSeconds(2);

    /// Half a second is promised; machines are busy.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final LongSupplier nanos;
    private final Map<Long, Session> sessions = new ConcurrentHashMap<>();

    Acks(LongSupplier nanos) {
        this.nanos = nanos;
    }

    static Acks byTheClock() {
        long start = System.nanoTime();
        return new Acks(() -> System.nanoTime() - start);
    }

    void opened(String agent, long session) {
        sessions.put(session, new Session(agent, nanos.getAsLong()));
    }

    /// The agent has said on the session that it has everything up to the number.
    void sent(long session, long upTo) {
        of(session).sent(upTo, nanos.getAsLong());
    }

    void ended(long session) {
        of(session).ended = nanos.getAsLong();
    }

    private Session of(long session) {
        Session known = sessions.get(session);
        if (known == null) {
            throw new IllegalArgumentException("nobody has opened session " + session);
        }
        return known;
    }

    /// Up to where each agent's acks must have been written by now.
    Map<String, Long> owed() {
        long now = nanos.getAsLong();
        Map<String, Long> owed = new HashMap<>();
        sessions.values()
                .forEach(session -> owed.merge(session.agent, session.owed(now), Math::max));
        return owed;
    }

    /// What was said on sessions that are still there, whether it is owed yet or not.
    Map<String, Long> said() {
        Map<String, Long> said = new HashMap<>();
        sessions.values().stream()
                .filter(session -> session.ended == Long.MAX_VALUE && session.upTo > 0)
                .forEach(session -> said.merge(session.agent, session.upTo, Math::max));
        return said;
    }

    private static final class Session {
        private final String agent;
        private final long begun;
        private final NavigableMap<Long, Long> due = new TreeMap<>();
        private volatile long ended = Long.MAX_VALUE;
        private volatile long upTo;

        Session(String agent, long begun) {
            this.agent = agent;
            this.begun = begun;
        }

        synchronized void sent(long seq, long now) {
            upTo = seq;
            due.put(Math.max(now, begun + HELD.toNanos()) + PATIENCE.toNanos(), seq);
        }

        /// What is overdue stays so; what came before it need not be kept.
        synchronized long owed(long now) {
            Map.Entry<Long, Long> last = due.floorEntry(Math.min(now, ended));
            if (last == null) {
                return 0;
            }
            due.headMap(last.getKey(), false).clear();
            return last.getValue();
        }
    }
}
