package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a caller may see of what was said: an agent every channel and its own conversations, the owner everything, an
/// observer what its scopes and filters leave.
final class Sight {
    private final RoomTable rooms = new RoomTable();

    /// What an observer's filters ask about a message.
    record Facts(Room room, AgentId author, @Nullable MessageId thread, Instant at) {
        static Facts of(Room room, Message message) {
            return new Facts(room, message.agentId(), message.threadId(), message.createdAt());
        }
    }

    boolean sees(ReadTx tx, Caller caller, Room room) {
        return switch (caller) {
            case Caller.Owner _ -> true;
            case Caller.Agent agent ->
                    room.kind() == ChannelKind.CHANNEL
                            || rooms.isMember(tx, room.id(), agent.agent());
            case Caller.Observer observer -> ObserverView.of(observer).sees(room);
            case Caller.Node _, Caller.Webhook _ -> false;
        };
    }

    /// Of a message in a room that the caller sees.
    static boolean sees(Caller caller, Facts message) {
        return !(caller instanceof Caller.Observer observer)
                || ObserverView.of(observer).sees(message);
    }
}
