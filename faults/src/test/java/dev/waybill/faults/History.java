package dev.waybill.faults;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Everything that the clients saw, in the order they saw it. It is told by them and not by the server.
final class History {
    private final AtomicLong time = new AtomicLong();
    private final Map<String, Send> sends = new ConcurrentHashMap<>();
    private final Collection<Receipt> receipts = new ConcurrentLinkedQueue<>();
    private final Collection<Settled> settled = new ConcurrentLinkedQueue<>();
    private volatile boolean dark;

    /// A message that somebody wanted to send; `confirmedAt` is 0 as long as the server has not said that it has it.
    record Send(String text, String to, long begunAt, long confirmedAt) {}

    /// Something that came to an agent, in a session that began at that time.
    record Receipt(String agent, long session, long seq, String text, long at) {}

    /// From that time on the server knew that the agent has what came up to that number, or under just that one.
    record Settled(String agent, long seq, boolean cumulative, long at) {}

    /// Each moment is later than the one before.
    long now() {
        return time.incrementAndGet();
    }

    void begun(String text, String to) {
        sends.putIfAbsent(text, new Send(text, to, now(), 0));
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
        sends.computeIfPresent(text, (_, send) -> new Send(text, send.to(), send.begunAt(), now()));
        return true;
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
        return sends.values().stream().filter(send -> send.confirmedAt() > 0).count();
    }
}
