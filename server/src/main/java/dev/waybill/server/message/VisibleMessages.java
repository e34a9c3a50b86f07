package dev.waybill.server.message;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.Message;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;

/// Finds a message by its id for those who may see it; for all others there is none.
final class VisibleMessages {
    private final MessageTable messages;
    private final RoomTable rooms = new RoomTable();
    private final Sight sight = new Sight();

    VisibleMessages(MessageTable messages) {
        this.messages = messages;
    }

    /// A message and where it was said.
    record Seen(Message message, Room room) {}

    Seen find(ReadTx tx, Caller caller, MessageId id) {
        return messages.find(tx, caller.workspace(), id)
                .map(message -> new Seen(message, room(tx, caller, message.channelId())))
                .filter(seen -> sight.sees(tx, caller, seen.room()))
                .filter(seen -> Sight.sees(caller, Sight.Facts.of(seen.room(), seen.message())))
                .orElseThrow(() -> Refusals.noMessage(id.text()));
    }

    private Room room(ReadTx tx, Caller caller, ChannelId id) {
        return rooms.byId(tx, caller.workspace(), id)
                .orElseThrow(() -> new IllegalStateException("a message without room " + id));
    }
}
