package dev.waybill.server.network.read;

import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.RowReader;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The conversations of two peers. What the caller does not see is not there.
final class RoomTable {
    private static final String SELECT =
            """
            select r.channel, r.direct_id, r.peer_a, r.peer_b, r.opened_at, r.last_activity_at, r.message_count,
                   r.open_work_count, r.last_preview
            from network_room r where r.workspace_id = ? and r.channel = ?
            and (? = 1 or exists (
                select 1 from network_session s
                where s.agent_id = ? and s.workspace_id = r.workspace_id and s.channel = r.channel
                and s.peer_id in (r.peer_a, r.peer_b)))""";
    private static final String LATEST =
            SELECT
                    + """
                     and (? = '' or r.peer_a = ? or r.peer_b = ?)
                    and (coalesce(r.last_activity_at, r.opened_at) < ?
                        or (coalesce(r.last_activity_at, r.opened_at) = ? and r.direct_id < ?))
                    order by coalesce(r.last_activity_at, r.opened_at) desc, r.direct_id desc limit ?
                    """;
    private static final String ONE = SELECT + " and r.direct_id = ?";

    private final WireWorkspaces workspaces;

    RoomTable(WireWorkspaces workspaces) {
        this.workspaces = workspaces;
    }

    /// Those with the latest activity first; of a peer, or of all; those that come after a place.
    Page<DirectView> latest(
            ReadTx tx,
            NetworkSight sight,
            String channel,
            @Nullable String peer,
            Position after,
            int limit) {
        String of = Objects.requireNonNullElse(peer, "");
        return Page.read(
                tx,
                LATEST,
                reader(sight),
                _ -> 1,
                limit,
                sight.workspace(),
                channel,
                sight.everyRoom(),
                sight.agentNumber(),
                of,
                of,
                of,
                after.activity(),
                after.activity(),
                after.id());
    }

    Optional<DirectView> find(ReadTx tx, NetworkSight sight, String channel, String room) {
        return tx.first(
                ONE,
                reader(sight),
                sight.workspace(),
                channel,
                sight.everyRoom(),
                sight.agentNumber(),
                room);
    }

    private RowReader<DirectView> reader(NetworkSight sight) {
        String name = workspaces.nameOf(sight.workspace());
        return row -> read(row, name);
    }

    private static DirectView read(Row row, @Nullable String workspace) {
        return new DirectView(
                row.text(1),
                workspace,
                row.text(2),
                row.text(3),
                row.text(4),
                row.instant(5),
                row.instantOrNull(6),
                row.number(7),
                row.number(8),
                row.textOrNull(9));
    }
}
