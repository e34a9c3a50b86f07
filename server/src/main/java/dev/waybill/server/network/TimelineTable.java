package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.server.network.Timeline.Entry;
import dev.waybill.server.network.Timeline.Room;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Messages of the network and the conversations they make up. Summaries are carried along, never counted again.
final class TimelineTable {
    private static final String INSERT =
            """
            insert into network_message (id, workspace_id, key, content, channel, container, direction, session_id, peer_from,
                peer_to, kind, work_id, trust, flags, shown_id, size, hash, envelope)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, key) do nothing
            """;
    private static final String FIND =
            """
            select id, content, direction, envelope from network_message where workspace_id = ? and key = ?
            """;
    private static final String RESTAMP =
            "update network_message set envelope = ?, size = ?, hash = ? where id = ?";
    private static final String THREAD =
            """
            insert into network_thread (workspace_id, channel, thread_id, root_id, title, opened_by, opened_session, opened_at,
                last_activity_at, message_count, participant_count, open_work_count, last_preview)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, channel, thread_id) do update set
                last_activity_at = excluded.last_activity_at,
                message_count = network_thread.message_count + excluded.message_count,
                participant_count = network_thread.participant_count + excluded.participant_count,
                open_work_count = network_thread.open_work_count + excluded.open_work_count,
                last_preview = coalesce(excluded.last_preview, network_thread.last_preview)
            """;
    private static final String PARTICIPANT =
            """
            insert into network_participant (workspace_id, channel, thread_id, peer_id, first_id) values (?, ?, ?, ?, ?)
            on conflict do nothing
            """;
    private static final String ROOM =
            """
            insert into network_room (workspace_id, channel, direct_id, peer_a, peer_b, opened_at, last_activity_at,
                message_count, open_work_count, last_preview)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, channel, direct_id) do update set
                last_activity_at = coalesce(excluded.last_activity_at, network_room.last_activity_at),
                message_count = network_room.message_count + excluded.message_count,
                open_work_count = network_room.open_work_count + excluded.open_work_count,
                last_preview = coalesce(excluded.last_preview, network_room.last_preview)
            """;

    private static final String VIEW =
            """
            select peer_a, peer_b, opened_at, last_activity_at, message_count, open_work_count, last_preview
            from network_room where workspace_id = ? and channel = ? and direct_id = ?
            """;

    /// A message that is kept under a key.
    record Kept(long id, String content, String direction, String envelope) {}

    /// False when it is there already.
    boolean insert(Tx tx, Entry entry) {
        return tx.execute(
                        INSERT,
                        entry.id(),
                        entry.workspace(),
                        entry.key(),
                        entry.content(),
                        entry.channel(),
                        entry.container(),
                        entry.direction().wire(),
                        entry.session(),
                        entry.from(),
                        entry.to(),
                        entry.kind(),
                        entry.work(),
                        entry.trust(),
                        entry.flags(),
                        entry.shownId(),
                        entry.trace().size(),
                        entry.trace().hash(),
                        entry.envelope())
                == 1;
    }

    Optional<Kept> find(ReadTx tx, WorkspaceId workspace, String key) {
        return tx.first(
                FIND,
                row -> new Kept(row.number(1), row.text(2), row.text(3), row.text(4)),
                workspace,
                key);
    }

    void restamp(Tx tx, long id, Letter letter) {
        tx.execute(RESTAMP, letter.text(), letter.trace().size(), letter.trace().hash(), id);
    }

    /// False when the peer has spoken there before.
    boolean joins(Tx tx, Entry entry, String thread) {
        return tx.execute(
                        PARTICIPANT,
                        entry.workspace(),
                        entry.channel(),
                        thread,
                        entry.from(),
                        entry.id())
                == 1;
    }

    /// Adds to a thread, which the entry begins if it is not there.
    void inThread(Tx tx, Entry first, String thread, String title, Said said, int joined) {
        tx.execute(
                THREAD,
                first.workspace(),
                first.channel(),
                thread,
                first.id(),
                title,
                first.from(),
                first.session(),
                said.at(),
                said.at(),
                said.messages(),
                joined,
                said.openedWork(),
                said.preview());
    }

    void inRoom(Tx tx, WorkspaceId workspace, Room room, Said said, Instant now) {
        room(tx, workspace, room, said, now);
    }

    /// A room that nothing was said in yet.
    void room(Tx tx, WorkspaceId workspace, Room room, Instant now) {
        room(tx, workspace, room, new Said(null, 0, 0, null), now);
    }

    DirectView view(ReadTx tx, WorkspaceId workspace, Room room, @Nullable String scope) {
        return tx.first(
                        VIEW,
                        row ->
                                new DirectView(
                                        room.channel(),
                                        scope,
                                        room.id(),
                                        row.text(1),
                                        row.text(2),
                                        row.instant(3),
                                        row.instantOrNull(4),
                                        row.number(5),
                                        row.number(6),
                                        row.textOrNull(7)),
                        workspace,
                        room.channel(),
                        room.id())
                .orElseThrow();
    }

    /// What is added to a conversation.
    record Said(@Nullable Instant at, int messages, int openedWork, @Nullable String preview) {}

    private static void room(Tx tx, WorkspaceId workspace, Room room, Said said, Instant now) {
        boolean ordered = room.one().compareTo(room.other()) < 0;
        tx.execute(
                ROOM,
                workspace,
                room.channel(),
                room.id(),
                ordered ? room.one().value() : room.other().value(),
                ordered ? room.other().value() : room.one().value(),
                now,
                said.at(),
                said.messages(),
                said.openedWork(),
                said.preview());
    }
}
