package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.work.Work;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Units of work, from their opening to their end.
final class WorkTable {
    private static final String FIND =
            """
            select scope, channel, surface, container, initiator, target, state from network_work
            where workspace_id = ? and work_id = ?
            """;
    private static final String OPEN =
            """
            insert into network_work (workspace_id, work_id, scope, channel, surface, container, initiator, target,
                opened_session, state, opened_at, last_activity_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    /// Work that has ended stays as it is, whoever comes late.
    private static final String MOVE =
            """
            update network_work set state = ?, last_activity_at = ?, terminal_at = ?
            where workspace_id = ? and work_id = ? and terminal_at is null
            """;

    private static final String TOUCH =
            "update network_work set last_activity_at = ? where workspace_id = ? and work_id = ?";

    Optional<Work> find(ReadTx tx, WorkspaceId workspace, WorkId id) {
        return tx.first(FIND, row -> read(id, row), workspace, Names.key(id));
    }

    void open(Tx tx, WorkspaceId workspace, Work work, @Nullable String session, Instant now) {
        tx.execute(
                OPEN,
                workspace,
                Names.key(work.id()),
                Wire.column(work.scope()),
                work.scope().channel().value(),
                work.place().surface(),
                Decision.container(work.place()),
                work.initiator().value(),
                work.target().value(),
                session,
                work.state().wire(),
                now,
                now);
    }

    void move(Tx tx, WorkspaceId workspace, Work work, Instant now) {
        Instant end = work.state().terminal() ? now : null;
        tx.execute(MOVE, work.state().wire(), now, end, workspace, Names.key(work.id()));
    }

    void touch(Tx tx, WorkspaceId workspace, WorkId id, Instant now) {
        tx.execute(TOUCH, now, workspace, Names.key(id));
    }

    private static Work read(WorkId id, Row row) {
        String scope = row.text(1);
        String container = row.text(4);
        Place place =
                "direct".equals(row.text(3))
                        ? new Place.InRoom(new DirectId(container))
                        : new Place.InThread(new ThreadId(container));
        return new Work(
                id,
                new Scope(
                        scope.isEmpty() ? null : new NetworkWorkspace(scope),
                        new NetworkChannel(row.text(2))),
                place,
                new PeerId(row.text(5)),
                new PeerId(row.text(6)),
                WorkState.of(row.text(7)).orElseThrow());
    }
}
