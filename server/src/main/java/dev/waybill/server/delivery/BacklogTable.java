package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.AgentBacklog;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.time.Instant;
import java.util.List;

/// What waits, counted for each agent.
final class BacklogTable {
    private static final String WAITING =
            """
            (select x.agent_id, x.message_id, x.status, x.created_at
             from agent a join delivery x on x.agent_id = a.id
             where a.workspace_id = ? and a.deleted_at is null and x.status is null and x.seq > a.ack_seq
             union all
             select x.agent_id, x.message_id, x.status, x.created_at
             from agent a join delivery x on x.agent_id = a.id
             where a.workspace_id = ? and a.deleted_at is null and x.status <> 'acked'
                 and x.status in ('held', 'deferred', 'accepted'))
            """;
    private static final String COUNTED =
            """
            select k.agent_id, r.name, count(*), sum(case when k.status = 'held' then 1 else 0 end),
                   sum(case when k.status = 'deferred' then 1 else 0 end),
                   sum(case when k.status = 'accepted' then 1 else 0 end), min(k.created_at),
                   min(case when k.status is null then k.created_at end)
            """;
    private static final String BY_AGENT =
            COUNTED
                    + " from "
                    + WAITING
                    + """
                     k join agent r on r.id = k.agent_id
                    group by k.agent_id, r.name order by k.agent_id limit ?
                    """;
    private static final String BY_ROOM =
            COUNTED
                    + ", c.id, c.kind, c.name from "
                    + WAITING
                    + """
                     k join agent r on r.id = k.agent_id join message m on m.id = k.message_id
                    join channel c on c.id = m.channel_id where k.created_at >= ?
                    group by k.agent_id, r.name, c.id, c.kind, c.name order by k.agent_id limit ?
                    """;

    /// What waits for an agent of what was said in a room.
    record InRoom(AgentBacklog backlog, LedgerEvent.Room room) {}

    List<AgentBacklog> byAgent(ReadTx tx, WorkspaceId workspace, int limit) {
        return tx.list(BY_AGENT, BacklogTable::read, workspace, workspace, limit);
    }

    List<InRoom> byRoom(ReadTx tx, WorkspaceId workspace, Instant since, int limit) {
        return tx.list(
                BY_ROOM,
                row -> new InRoom(read(row), DeliverySearchTable.room(row, 9)),
                workspace,
                workspace,
                since,
                limit);
    }

    private static AgentBacklog read(Row row) {
        return new AgentBacklog(
                new AgentId(row.number(1)),
                row.text(2),
                row.number(3),
                row.number(4),
                row.number(5),
                row.number(6),
                row.instant(7),
                row.instantOrNull(8));
    }
}
