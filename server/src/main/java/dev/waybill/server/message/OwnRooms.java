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
import tools.jackson.databind.node.ObjectNode;

/// Puts things into agents' mailboxes that nobody in the workspace has said. Each agent has a room of its own for each
/// kind of them, which nobody else sees.
final class OwnRooms {
    private final Snowflakes ids;
    private final MessageTable messages;
    private final RoomTable rooms = new RoomTable();
    private final Deliveries deliveries;
    private final ChannelKind kind;

    OwnRooms(Snowflakes ids, Json json, Deliveries deliveries, ChannelKind kind) {
        this.ids = ids;
        this.messages = new MessageTable(json);
        this.deliveries = deliveries;
        this.kind = kind;
    }

    /// Who is named as the author, and whose mailbox it is.
    record Way(WorkspaceId workspace, AgentId author, String authorName, AgentId to) {}

    MessageId post(Tx tx, Way way, String words, ObjectNode data, Handling handling) {
        Room room = room(tx, way);
        Message message =
                Message.of(
                        new MessageId(ids.next()),
                        new Message.Origin(room.id(), way.author(), way.authorName(), null),
                        new Content(words, null, data, List.of(), InjectionMode.WAIT),
                        Message.Echo.NONE);
        messages.insert(tx, way.workspace(), message, handling);
        deliveries.post(tx, posted(way, room, message, handling));
        return message.id();
    }

    /// The agent's own room.
    ChannelId place(Tx tx, Way way) {
        return room(tx, way).id();
    }

    private Room room(Tx tx, Way way) {
        String name = kind.wire() + ":" + way.to();
        return rooms.byName(tx, way.workspace(), kind, name).orElseGet(() -> open(tx, way, name));
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
