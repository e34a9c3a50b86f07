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

/// Puts what became of an agent's calls into its mailbox. Each agent has a room of its own for this, which nobody else
/// sees; observers hear of results by the events of the actions.
public final class ResultMail {
    private static final String ROOM = "results:";

    private final Snowflakes ids;
    private final MessageTable messages;
    private final RoomTable rooms = new RoomTable();
    private final Deliveries deliveries;

    public ResultMail(Snowflakes ids, Json json, Deliveries deliveries) {
        this.ids = ids;
        this.messages = new MessageTable(json);
        this.deliveries = deliveries;
    }

    /// Who made the result, and who asked for it.
    public record Way(WorkspaceId workspace, AgentId author, String authorName, AgentId to) {}

    /// The data has a `type`, which its recipient is told it as, and the words say the same to people.
    public void post(Tx tx, Way way, String words, ObjectNode data) {
        Room room = room(tx, way);
        Message message =
                Message.of(
                        new MessageId(ids.next()),
                        new Message.Origin(room.id(), way.author(), way.authorName(), null),
                        new Content(words, null, data, List.of(), InjectionMode.WAIT),
                        Message.Echo.NONE);
        messages.insert(tx, way.workspace(), message, Handling.USUAL);
        deliveries.post(tx, posted(way, room, message));
    }

    private Room room(Tx tx, Way way) {
        String name = ROOM + way.to();
        return rooms.results(tx, way.workspace(), name).orElseGet(() -> open(tx, way, name));
    }

    private Room open(Tx tx, Way way, String name) {
        ChannelId id = new ChannelId(ids.next());
        Instant now = Snowflakes.instantOf(id.value());
        rooms.insert(
                tx,
                way.workspace(),
                new RoomTable.NewRoom(id, name, ChannelKind.RESULTS, null, way.to(), now));
        // Another server may have opened it meanwhile.
        Room room = rooms.results(tx, way.workspace(), name).orElseThrow();
        rooms.join(tx, room.id(), List.of(way.to()), now);
        return room;
    }

    private static PostedMessage posted(Way way, Room room, Message message) {
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
                Handling.USUAL);
    }
}
