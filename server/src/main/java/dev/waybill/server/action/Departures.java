package dev.waybill.server.action;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// Agents that were released: they go offline and back to their own connections, and some are removed.
final class Departures {
    private static final String LEAVE =
            """
            update agent set status = 'offline', node_id = null, provider = null, binding_id = null,
                session_ref = null, bound_at = null
            where id = ?
            """;
    private static final String REMOVE =
            "update agent set deleted_at = ?, deleted_name = name, name = '#removed-' || id where id = ?";
    private static final String FORGET_TOKENS =
            "delete from access_token where kind = 'agent' and owner = ?";
    private static final String LEAVE_CHANNELS = "delete from member where agent_id = ?";

    private final HostTable hosts;
    private final Ledger ledger;

    Departures(HostTable hosts, Ledger ledger) {
        this.hosts = hosts;
        this.ledger = ledger;
    }

    /// Nothing happens to an agent that is gone already.
    void leave(Tx tx, WorkspaceId workspace, String name, boolean remove, Instant now) {
        hosts.agent(tx, workspace, name)
                .ifPresent(
                        agent -> {
                            tx.execute(LEAVE, agent.id());
                            tell(tx, workspace, agent, now);
                            if (remove) {
                                remove(tx, agent, now);
                            }
                        });
    }

    private static void remove(Tx tx, HostTable.Agent agent, Instant now) {
        tx.execute(REMOVE, now, agent.id());
        tx.execute(FORGET_TOKENS, agent.id().text());
        tx.execute(LEAVE_CHANNELS, agent.id());
    }

    private void tell(Tx tx, WorkspaceId workspace, HostTable.Agent agent, Instant now) {
        ObjectNode payload = Json.emptyObject();
        payload.putObject("agent").put("name", agent.name());
        payload.put("status", "offline");
        ledger.append(
                tx,
                workspace,
                new LedgerEntry(
                        "agent.status.offline", null, agent.id(), agent.id().text(), payload, now));
    }
}
