package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Channels and conversations as places where something is said.
final class RoomTable {
    static final String COLUMNS = "c.id, c.kind, c.name, c.is_archived";
    private static final String SELECT = "select " + COLUMNS + " from channel c";
    private static final String BY_NAME =
            SELECT + " where c.workspace_id = ? and c.name = ? and c.kind = ?";
    private static final String BY_ID = SELECT + " where c.workspace_id = ? and c.id = ?";
    private static final String IS_MEMBER =
            "select 1 from member where channel_id = ? and agent_id = ?";
    private static final String INSERT =
            """
            insert into channel (id, workspace_id, name, kind, title, created_by, created_at)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, name) do nothing
            """;
    private static final String JOIN =
            """
            insert into member (channel_id, agent_id, role, joined_at) values (?, ?, 'member', ?)
            on conflict (channel_id, agent_id) do nothing
            """;

    /// A room, and whether it is closed.
    record Found(Room room, boolean archived) {}

    Optional<Found> channel(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(BY_NAME, RoomTable::read, workspace, name, ChannelKind.CHANNEL.wire());
    }

    /// By the id that conversations have on the wire: of two, their name; of several, a number.
    Optional<Room> conversation(ReadTx tx, WorkspaceId workspace, String id) {
        if (id.startsWith(DirectName.PREFIX)) {
            return tx.first(BY_NAME, RoomTable::read, workspace, id, ChannelKind.DM.wire())
                    .map(Found::room);
        }
        return channelId(id)
                .flatMap(number -> byId(tx, workspace, number))
                .filter(room -> room.kind() == ChannelKind.GROUP);
    }

    Optional<Room> byName(ReadTx tx, WorkspaceId workspace, ChannelKind kind, String name) {
        return tx.first(BY_NAME, RoomTable::read, workspace, name, kind.wire()).map(Found::room);
    }

    Optional<Room> byId(ReadTx tx, WorkspaceId workspace, ChannelId id) {
        return tx.first(BY_ID, RoomTable::read, workspace, id).map(Found::room);
    }

    boolean isMember(ReadTx tx, ChannelId room, AgentId agent) {
        return tx.first(IS_MEMBER, row -> row.number(1), room, agent).isPresent();
    }

    /// Does nothing where the name is taken.
    void insert(Tx tx, WorkspaceId workspace, NewRoom room) {
        tx.execute(
                INSERT,
                room.id(),
                workspace,
                room.name(),
                room.kind().wire(),
                room.title(),
                room.creator(),
                room.at());
    }

    void join(Tx tx, ChannelId room, Collection<AgentId> agents, Instant now) {
        tx.executeEach(
                JOIN, agents.stream().map(agent -> new Object[] {room, agent, now}).toList());
    }

    /// A group has no name that others know it by.
    static String groupName(ChannelId id) {
        return "group:" + id;
    }

    /// Reads [#COLUMNS], which come first.
    static Found read(Row row) {
        ChannelId id = new ChannelId(row.number(1));
        ChannelKind kind = ChannelKind.of(row.text(2));
        String name = kind == ChannelKind.GROUP ? id.text() : row.text(3);
        return new Found(new Room(id, kind, name), row.flag(4));
    }

    private static Optional<ChannelId> channelId(String text) {
        try {
            return Optional.of(ChannelId.parse(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// A conversation to be.
    record NewRoom(
            ChannelId id,
            String name,
            ChannelKind kind,
            @Nullable String title,
            AgentId creator,
            Instant at) {}
}
