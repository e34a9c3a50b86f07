package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;

/// Whether agents are there, what they do, and when they were seen.
final class PresenceTable {
    private static final String SEEN =
            "update agent set last_seen = ? where id = ? and last_seen < ?";
    private static final String ONLINE =
            """
            update agent set status = 'online'
            where id = ? and status <> 'online' and deleted_at is null
            """;
    private static final String OFFLINE =
            "update agent set status = 'offline', activity = null where id = ? and status <> 'offline'";
    private static final String ACTIVE =
            """
            update agent set status = 'online', activity = ?
            where id = ? and (status <> 'online' or activity is null or activity <> ?) and deleted_at is null
            """;
    private static final String IS_ONLINE =
            "select 1 from agent where id = ? and status = 'online'";
    private static final String SILENT =
            """
            select id, workspace_id, name, last_seen from agent
            where status = 'online' and deleted_at is null and last_seen < ?
            order by last_seen limit 1000
            """;
    private static final String IS_SILENT = "select 1 from agent where id = ? and last_seen < ?";

    /// An agent that is online and was not seen for a while.
    record Silent(WorkspaceId workspace, AgentName agent, Instant lastSeen) {}

    int seen(Tx tx, AgentId agent, Instant now) {
        return tx.execute(SEEN, now, agent, now);
    }

    /// False when nothing changed, as with the others.
    boolean online(Tx tx, AgentId agent) {
        return 1 == tx.execute(ONLINE, agent);
    }

    boolean offline(Tx tx, AgentId agent) {
        return 1 == tx.execute(OFFLINE, agent);
    }

    boolean active(Tx tx, AgentId agent, AgentStatus activity) {
        return 1 == tx.execute(ACTIVE, activity.wire(), agent, activity.wire());
    }

    boolean isOnline(ReadTx tx, AgentId agent) {
        return tx.first(IS_ONLINE, row -> row.number(1), agent).isPresent();
    }

    List<Silent> silentSince(ReadTx tx, Instant then) {
        return tx.list(
                SILENT,
                row ->
                        new Silent(
                                new WorkspaceId(row.number(2)),
                                new AgentName(new AgentId(row.number(1)), row.text(3)),
                                row.instant(4)),
                then);
    }

    boolean isSilentSince(ReadTx tx, AgentId agent, Instant then) {
        return tx.first(IS_SILENT, row -> row.number(1), agent, then).isPresent();
    }
}
