package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.store.Tx;
import java.util.Collection;
import java.util.List;

/// Tells agents that are connected when the transaction commits; nothing is kept for those who are not.
public final class Signals {
    private final Mailboxes mailboxes;

    public Signals(Mailboxes mailboxes) {
        this.mailboxes = mailboxes;
    }

    Mailboxes mailboxes() {
        return mailboxes;
    }

    /// As a `deliver` frame outside the sequence.
    public void deliver(Tx tx, Collection<AgentId> agents, Signal signal) {
        List<AgentId> told = List.copyOf(agents);
        tx.afterCommit(() -> told.forEach(agent -> mailboxes.signal(agent, signal)));
    }

    /// As a `context.update` frame; brokers do not know these and get none.
    public void update(Tx tx, Collection<AgentId> agents, ContextUpdate update) {
        List<AgentId> told = List.copyOf(agents);
        tx.afterCommit(() -> told.forEach(agent -> mailboxes.update(agent, update)));
    }
}
