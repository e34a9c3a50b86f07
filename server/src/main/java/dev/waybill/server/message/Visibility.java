package dev.waybill.server.message;

import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.PostedMessage;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Sight;

/// What a caller may see of what was said: an agent every channel and its own conversations, the owner everything, an
/// observer what its scopes and filters leave.
final class Visibility {
    private final RoomTable rooms = new RoomTable();

    boolean sees(ReadTx tx, Caller caller, Room room) {
        return switch (caller) {
            case Caller.Owner _ -> true;
            case Caller.Agent agent ->
                    room.kind() == ChannelKind.CHANNEL
                            || rooms.isMember(tx, room.id(), agent.agent());
            case Caller.Observer _ -> sees(Sight.of(caller), room);
            case Caller.Node _, Caller.Webhook _ -> false;
        };
    }

    /// Of a message in a room that the caller sees.
    static boolean sees(Caller caller, Heading message) {
        Sight sight = Sight.of(caller);
        return sees(sight, message.room())
                && sight.agent(message.author())
                && sight.wants(PostedMessage.type(message.room().kind(), message.thread()))
                && sight.at(message.at());
    }

    private static boolean sees(Sight sight, Room room) {
        return sight.room(room.id(), room.kind(), room.name());
    }
}
