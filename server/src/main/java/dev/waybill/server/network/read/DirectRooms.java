package dev.waybill.server.network.read;

import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.server.network.read.TimelineTable.Stored;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The conversations of two peers: for an agent its own, for the workspace all of them.
public final class DirectRooms {
    private final Database database;
    private final RoomTable rooms;
    private final Timeline timeline;

    DirectRooms(Database database, WireWorkspaces workspaces) {
        this.database = database;
        this.rooms = new RoomTable(workspaces);
        this.timeline = new Timeline(workspaces);
    }

    /// The latest first; of a peer, or of all; all, or those that come after a [Position] or a room in that
    /// order.
    public Page<DirectView> list(
            NetworkSight sight,
            String channel,
            @Nullable String peer,
            @Nullable String after,
            int limit) {
        return database.read(
                tx ->
                        rooms.latest(
                                tx, sight, channel, peer, last(tx, sight, channel, after), limit));
    }

    public DirectView show(NetworkSight sight, String channel, String room) {
        return database.read(tx -> find(tx, sight, channel, room));
    }

    public Page<TimelineMessage> messages(
            NetworkSight sight, String channel, String room, TimelinePart part) {
        Page<Stored> page =
                database.read(
                        tx -> {
                            DirectView found = find(tx, sight, channel, room);
                            return timeline.page(
                                    tx,
                                    new Conversation(
                                            sight.workspace(), channel, found.directId(), null),
                                    part);
                        });
        return timeline.shown(sight, page);
    }

    private DirectView find(ReadTx tx, NetworkSight sight, String channel, String room) {
        return rooms.find(tx, sight, channel, room).orElseThrow(() -> Missing.direct(room));
    }

    private Position last(ReadTx tx, NetworkSight sight, String channel, @Nullable String after) {
        if (after == null) {
            return Position.TOP;
        }
        return Position.parse(after)
                .or(() -> rooms.find(tx, sight, channel, after).map(DirectRooms::position))
                .orElseThrow(() -> Missing.cursor(after));
    }

    public static Position position(DirectView room) {
        Instant last = room.lastActivityAt();
        return Position.of(last == null ? room.openedAt() : last, room.directId());
    }
}
