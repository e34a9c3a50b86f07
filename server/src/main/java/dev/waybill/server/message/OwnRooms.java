package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.Content;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Handling;
import dev.waybill.server.delivery.PostedMessage;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/// Puts things into agents' mailboxes that nobody in the workspace has said. Each agent has a room of its own for each
/// kind of them, which nobody else sees.
final class OwnRooms {
    private static final int MOST_ROOMS = 10_000;

    private final Snowflakes ids;
    private final MessageTable messages;
    private final RoomTable rooms = new RoomTable();
    private final Deliveries deliveries;
    private final ChannelKind kind;
    private final Map<AgentId, Room> committed = new ConcurrentHashMap<>();

    OwnRooms(Snowflakes ids, Json json, Deliveries deliveries, ChannelKind kind) {
        this.ids = ids;
        this.messages = new MessageTable(json);
        this.deliveries = deliveries;
        this.kind = kind;
    }

    /// Who is named as the author, and whose mailbox it is.
    record Way(WorkspaceId workspace, AgentId author, String authorName, AgentId to) {}

    MessageId post(Tx tx, Way way, String words, ObjectNode data, Handling handling) {
        return post(tx, way, List.of(new Item(words, data, handling))).getFirst();
    }

    /// What is to be read, what a program may act on, and how it is to be handled.
    record Item(String words, ObjectNode data, Handling handling) {}

    /// Several, in their order.
    List<MessageId> post(Tx tx, Way way, List<Item> items) {
        Room room = room(tx, way);
        List<PostedMessage> posted =
                items.stream().map(item -> insert(tx, way, room, item)).toList();
        deliveries.post(tx, posted);
        return posted.stream().map(PostedMessage::id).toList();
    }

    private PostedMessage insert(Tx tx, Way way, Room room, Item item) {
        Message message =
                Message.of(
                        new MessageId(ids.next()),
                        new Message.Origin(room.id(), way.author(), way.authorName(), null),
                        new Content(item.words(), null, item.data(), List.of(), InjectionMode.WAIT),
                        Message.Echo.NONE);
        messages.insert(tx, way.workspace(), message, item.handling());
        return posted(way, room, message, item.handling());
    }

    /// The agent's own room.
    ChannelId place(Tx tx, Way way) {
        return room(tx, way).id();
    }

    /// A room is never renamed or removed, so one that was committed once is there.
    private Room room(Tx tx, Way way) {
        Room known = committed.get(way.to());
        if (known != null) {
            return known;
        }
        String name = kind.wire() + ":" + way.to();
        Room room =
                rooms.byName(tx, way.workspace(), kind, name).orElseGet(() -> open(tx, way, name));
        tx.afterCommit(() -> remember(way.to(), room));
        return room;
    }

    private void remember(AgentId agent, Room room) {
        if (committed.size() >= MOST_ROOMS) {
            committed.clear();
        }
        committed.put(agent, room);
    }

    private Room open(Tx tx, Way way, String name) {
        ChannelId id = new ChannelId(ids.next());
        Instant now = Snowflakes.instantOf(id.value());
        rooms.insert(
                tx, way.workspace(), new RoomTable.NewRoom(id, name, kind, null, way.to(), now));
        // Another server may have opened it meanwhile.
        Room room = rooms.byName(tx, way.workspace(), kind, name).orElseThrow();
        rooms.join(tx, room.id(), List.of(way.to()), now);
        return room;
    }

    private static PostedMessage posted(Way way, Room room, Message message, Handling handling) {
        return new PostedMessage(
                way.workspace(),
                message.id(),
                room,
                way.author(),
                way.authorName(),
                message.text(),
                null,
                message.metadata(),
                null,
                null,
                message.injectionMode(),
                handling);
    }
}
