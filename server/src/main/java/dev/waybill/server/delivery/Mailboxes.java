package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The mailboxes of the agents that are connected here. Nothing is said to those who are not: the store keeps it.
public final class Mailboxes {
    private final Map<AgentId, Mailbox> connected = new ConcurrentHashMap<>();
    private final Waits<AgentId> waits;
    private final List<Consumer<AgentId>> settled = new CopyOnWriteArrayList<>();
    private volatile Elsewhere elsewhere = Elsewhere.NOBODY;

    public Mailboxes() {
        this(new Waits<>(Waits.LONGEST));
    }

    public Mailboxes(Waits<AgentId> waits) {
        this.waits = waits;
    }

    /// Names who reaches agents that have no line.
    public void elsewhere(Elsewhere reaches) {
        this.elsewhere = reaches;
    }

    public boolean connected(AgentId agent) {
        return connected.containsKey(agent);
    }

    Set<AgentId> connected() {
        return connected.keySet();
    }

    /// How far the agent's mailbox has gone out here; 0 when it is not connected.
    public long sent(AgentId agent) {
        Mailbox mailbox = connected.get(agent);
        return mailbox == null ? 0 : mailbox.lines().stream().mapToLong(Line::sent).max().orElse(0);
    }

    /// How far the agent has acknowledged, as far as that is known here; 0 when it is not connected.
    long acked(AgentId agent) {
        Mailbox mailbox = connected.get(agent);
        return mailbox == null ? 0 : mailbox.acked();
    }

    /// Rings when something has reached the agent's mailbox on this server, until it is closed. The bell carries no data,
    /// and whoever listens must be quick.
    public AutoCloseable onArrival(AgentId agent, Runnable bell) {
        return waits.listen(agent, bell);
    }

    /// Calls whenever something in an agent's mailbox may have been settled here. Whoever listens must be quick.
    public void onSettled(Consumer<AgentId> listener) {
        settled.add(listener);
    }

    void settled(AgentId agent) {
        settled.forEach(listener -> listener.accept(agent));
    }

    @Nullable Mailbox find(AgentId agent) {
        return connected.get(agent);
    }

    /// Where those wait who are not connected and ask instead.
    Waits<AgentId> waits() {
        return waits;
    }

    /// Something was put into the agent's mailbox that has to be read from the store.
    void grown(AgentId agent, long seq, boolean urgent) {
        with(agent, mailbox -> mailbox.grown(seq, urgent));
        waits.ring(agent);
    }

    void signal(AgentId agent, Signal signal) {
        with(agent, mailbox -> mailbox.lines().forEach(line -> line.signal(signal)));
        elsewhere.signal(agent, signal);
    }

    void update(AgentId agent, ContextUpdate update) {
        with(agent, mailbox -> mailbox.lines().forEach(line -> line.update(update)));
    }

    void with(AgentId agent, Consumer<Mailbox> task) {
        Mailbox mailbox = connected.get(agent);
        if (mailbox != null) {
            task.accept(mailbox);
        }
        elsewhere.ring(agent);
    }

    /// Adds a line to the agent's mailbox, made by `maker` once nobody can miss what is offered to it.
    Line add(AgentId agent, Function<Mailbox, Line> maker) {
        Mailbox mailbox =
                Objects.requireNonNull(
                        connected.compute(
                                agent,
                                (id, known) -> {
                                    Mailbox box = known == null ? new Mailbox(id) : known;
                                    box.attaching();
                                    return box;
                                }));
        try {
            Line line = maker.apply(mailbox);
            connected.computeIfPresent(
                    agent,
                    (_, box) -> {
                        box.attached(line);
                        return box;
                    });
            return line;
        } catch (RuntimeException e) {
            release(agent, Mailbox::failedToAttach);
            throw e;
        }
    }

    void remove(Line line) {
        line.end();
        release(line.agent().id(), mailbox -> mailbox.lines().remove(line));
    }

    private void release(AgentId agent, Consumer<Mailbox> change) {
        connected.computeIfPresent(
                agent,
                (_, mailbox) -> {
                    change.accept(mailbox);
                    return mailbox.unused() ? null : mailbox;
                });
    }
}
