package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.Tx;
import java.time.Instant;

/// The agents that webhooks and rules speak as. Nobody has a token of theirs.
public final class Speakers {
    private static final String ADD =
            """
            insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
            values (?, ?, ?, 'system', 'offline', '{}', ?, ?)
            on conflict (workspace_id, name) do nothing
            """;
    private static final String RETIRE =
            "update agent set deleted_at = ?, deleted_name = name, name = ? where id = ? and deleted_at is null";

    /// Adds one; under another name if somebody has that one.
    public AgentName add(Tx tx, WorkspaceId workspace, AgentId id, String name, Instant now) {
        if (insert(tx, workspace, id, name, now)) {
            return new AgentName(id, name);
        }
        String distinct = name + "-" + id.text();
        if (!insert(tx, workspace, id, distinct, now)) {
            throw new IllegalStateException("agent name is taken: " + distinct);
        }
        return new AgentName(id, distinct);
    }

    /// What it wrote keeps its name; the name itself becomes free.
    public void retire(Tx tx, AgentId id, Instant now) {
        tx.execute(RETIRE, now, " " + id.text(), id);
    }

    private static boolean insert(
            Tx tx, WorkspaceId workspace, AgentId id, String name, Instant now) {
        return tx.execute(ADD, id, workspace, name, now, now) == 1;
    }
}
