package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.AgentBacklog;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.store.Database;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/// Counts what waits for each agent of a workspace.
public final class Backlogs {
    private static final int MOST = 100_000;

    private final Database database;
    private final BacklogTable table = new BacklogTable();

    public Backlogs(Database database) {
        this.database = database;
    }

    /// For every agent for which something waits.
    public List<AgentBacklog> all(WorkspaceId workspace) {
        return database.read(tx -> table.byAgent(tx, workspace, MOST));
    }

    /// The same for somebody who sees only what was made since then, for some agents in some rooms.
    public List<AgentBacklog> seen(
            WorkspaceId workspace, Instant since, BiPredicate<AgentId, LedgerEvent.Room> sight) {
        Map<AgentId, AgentBacklog> all = new LinkedHashMap<>();
        for (BacklogTable.InRoom part :
                database.read(tx -> table.byRoom(tx, workspace, since, MOST))) {
            if (sight.test(part.backlog().agentId(), part.room())) {
                all.merge(part.backlog().agentId(), part.backlog(), AgentBacklog::and);
            }
        }
        return List.copyOf(all.values());
    }
}
