package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.ContextUpdate.Topic;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Puts what happened in a workspace on record, and tells the agents around it that are there.
///
/// In a crowd a thousand are told: it is good to know, and nothing depends on it.
public final class Notices {
    private static final String IN_CHANNEL =
            """
            select m.agent_id from member m join agent a on a.id = m.agent_id
            where m.channel_id = ? and a.status = 'online' limit 1000
            """;
    private static final String CHANNELS = "select channel_id from member where agent_id = ?";
    private static final String AROUND =
            """
            select n.agent_id
            from member m join member n on n.channel_id = m.channel_id join agent a on a.id = n.agent_id
            where m.agent_id = ? and n.agent_id <> ? and a.status = 'online' limit 1000
            """;

    private final Ledger ledger;
    private final Signals signals;

    public Notices(Ledger ledger, Signals signals) {
        this.ledger = ledger;
        this.signals = signals;
    }

    /// For the record alone.
    void record(Tx tx, WorkspaceId workspace, LedgerEntry entry) {
        ledger.append(tx, workspace, entry);
    }

    /// Tells the members of the channel that the entry names.
    void inChannel(Tx tx, WorkspaceId workspace, LedgerEntry entry) {
        ledger.append(tx, workspace, entry);
        ChannelId channel = Objects.requireNonNull(entry.channel());
        tell(tx, tx.list(IN_CHANNEL, row -> new AgentId(row.number(1)), channel), entry);
    }

    /// Tells those who share a channel with the agent what it is up to now.
    void status(Tx tx, WorkspaceId workspace, AgentName agent, AgentStatus status, Instant at) {
        LedgerEntry entry = statusOf(agent, status, at);
        ledger.append(tx, workspace, entry);
        Set<AgentId> around =
                new LinkedHashSet<>(
                        tx.list(AROUND, row -> new AgentId(row.number(1)), agent.id(), agent.id()));
        tell(tx, around, entry);
    }

    /// The same for many to whom it happens at once: looks into each channel once, however many of them are there, and tells a
    /// thousand of each.
    void status(
            Tx tx, WorkspaceId workspace, List<AgentName> agents, AgentStatus status, Instant at) {
        Map<Long, List<AgentId>> online = new HashMap<>();
        for (AgentName agent : agents) {
            LedgerEntry entry = statusOf(agent, status, at);
            ledger.append(tx, workspace, entry);
            Set<AgentId> around = new LinkedHashSet<>();
            for (long channel : tx.list(CHANNELS, row -> row.number(1), agent.id())) {
                around.addAll(
                        online.computeIfAbsent(
                                channel,
                                one ->
                                        tx.list(
                                                IN_CHANNEL,
                                                row -> new AgentId(row.number(1)),
                                                one)));
            }
            around.remove(agent.id());
            tell(tx, around, entry);
        }
    }

    static LedgerEntry statusOf(AgentName agent, AgentStatus status, Instant at) {
        ObjectNode payload = Json.emptyObject();
        payload.putObject("agent").put("name", agent.name());
        payload.put("status", status.wire());
        return new LedgerEntry(
                "agent.status." + status.wire(), null, agent.id(), agent.id().text(), payload, at);
    }

    private void tell(Tx tx, Collection<AgentId> agents, LedgerEntry entry) {
        if (!agents.isEmpty()) {
            signals.update(
                    tx,
                    agents,
                    new ContextUpdate(
                            entry.channel() == null ? Topic.PRESENCE : Topic.CHANNEL,
                            entry.type(),
                            entry.channel(),
                            Objects.requireNonNull(entry.payload())));
        }
    }
}
