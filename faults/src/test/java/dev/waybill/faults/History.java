package dev.waybill.faults;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/// Everything that the clients saw, in the order they saw it. It is told by them and not by the server.
final class History {
    private final AtomicLong time = new AtomicLong();
    private final Map<String, Send> sends = new ConcurrentHashMap<>();
    private final AtomicLong confirmed = new AtomicLong();
    private final Collection<Receipt> receipts = new ConcurrentLinkedQueue<>();
    private final Collection<Settled> settled = new ConcurrentLinkedQueue<>();
    private volatile boolean dark;

    /// A message that somebody wanted to send to all of these; `confirmedAt` is 0 as long as the server has not said that it
    /// has it.
    record Send(String text, Set<String> to, long begunAt, long confirmedAt, Way way) {
        boolean confirmed() {
            return confirmedAt > 0;
        }
    }

    /// In which row it was tried first, and whether it was tried again. What is in one row was said in the order in which it
    /// was begun, on one socket or in one batch; 0 is a row of its own.
    record Way(long row, boolean again) {}

    /// Something that came to an agent, in a session that began at that time.
    record Receipt(String agent, long session, long seq, String text, long at) {}

    /// From that time on the server knew that the agent has what came up to that number, or under just that one.
    record Settled(String agent, long seq, boolean cumulative, long at) {}

    /// Each moment is later than the one before.
    long now() {
        return time.incrementAndGet();
    }

    void begun(String text, Set<String> to, long row) {
        sends.putIfAbsent(text, new Send(text, Set.copyOf(to), now(), 0, new Way(row, false)));
    }

    /// It is said once more, because nobody knows what became of it.
    void again(String text) {
        change(
                text,
                send ->
                        new Send(
                                text,
                                send.to(),
                                send.begunAt(),
                                send.confirmedAt(),
                                new Way(send.way().row(), true)));
    }

    /// From now on nobody hears a word of what is said, because no machine says anything without power.
    void goesDark() {
        dark = true;
    }

    void isLightAgain() {
        dark = false;
    }

    /// False when nobody heard it.
    boolean confirmed(String text) {
        if (dark) {
            return false;
        }
        change(text, send -> new Send(text, send.to(), send.begunAt(), now(), send.way()));
        confirmed.incrementAndGet();
        return true;
    }

    private void change(String text, UnaryOperator<Send> change) {
        sends.computeIfPresent(text, (_, send) -> change.apply(send));
    }

    /// False when nobody heard it.
    boolean received(String agent, long session, long seq, String text) {
        return !dark && receipts.add(new Receipt(agent, session, seq, text, now()));
    }

    void settled(String agent, long upTo) {
        settled.add(new Settled(agent, upTo, true, now()));
    }

    void settledSingly(String agent, long seq) {
        if (!dark) {
            settled.add(new Settled(agent, seq, false, now()));
        }
    }

    List<Send> sends() {
        return List.copyOf(sends.values());
    }

    List<Receipt> receipts() {
        return new ArrayList<>(receipts);
    }

    List<Settled> settled() {
        return new ArrayList<>(settled);
    }

    long confirmed() {
        return confirmed.get();
    }
}
