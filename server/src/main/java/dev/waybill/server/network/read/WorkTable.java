package dev.waybill.server.network.read;

import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.api.WorkView;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What peers do for each other. Work in a direct room is seen by whoever sees the room.
final class WorkTable {
    private static final String SELECT =
            """
            select w.work_id, w.scope, w.channel, w.surface, w.container, w.initiator, w.opened_session, w.target, w.state,
                   w.opened_at, w.last_activity_at, w.terminal_at
            from network_work w where w.workspace_id = ? and ? = 1
            and (w.surface = 'thread' or ? = 1 or exists (
                select 1 from network_session s
                where s.agent_id = ? and s.workspace_id = w.workspace_id and s.channel = w.channel
                and s.peer_id in (w.initiator, w.target)))""";
    private static final String LATEST =
            SELECT
                    + """
                     and (? = '' or w.state = ?) and (? = '' or w.channel = ?)
                    and (w.last_activity_at < ? or (w.last_activity_at = ? and w.work_id < ?))
                    order by w.last_activity_at desc, w.work_id desc limit ?
                    """;
    private static final String ONE = SELECT + " and w.work_id = ?";

    /// Those with the latest activity first that come after a place.
    Page<WorkView> latest(
            ReadTx tx,
            NetworkSight sight,
            @Nullable WorkState state,
            @Nullable String channel,
            Position after,
            int limit) {
        String word = state == null ? "" : state.wire();
        String where = Objects.requireNonNullElse(channel, "");
        return Page.read(
                tx,
                LATEST,
                WorkTable::read,
                _ -> 1,
                limit,
                sight.workspace(),
                sight.open(),
                sight.everyRoom(),
                sight.agentNumber(),
                word,
                word,
                where,
                where,
                after.activity(),
                after.activity(),
                after.id());
    }

    Optional<WorkView> find(ReadTx tx, NetworkSight sight, String work) {
        return tx.first(
                ONE,
                WorkTable::read,
                sight.workspace(),
                sight.open(),
                sight.everyRoom(),
                sight.agentNumber(),
                work);
    }

    private static WorkView read(Row row) {
        String scope = row.text(2);
        String surface = row.text(4);
        String container = row.text(5);
        return new WorkView(
                row.text(1),
                scope.isEmpty() ? null : scope,
                row.text(3),
                surface,
                surface.equals("thread") ? container : null,
                surface.equals("thread") ? null : container,
                row.text(6),
                row.textOrNull(7),
                row.text(8),
                row.text(9),
                row.instant(10),
                row.instant(11),
                row.instantOrNull(12));
    }
}
