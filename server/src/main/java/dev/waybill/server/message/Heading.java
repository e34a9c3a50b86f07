package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.message.Message;
import dev.waybill.server.delivery.PostedMessage.Room;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A message without what it says: enough to decide who may see it and where it belongs.
record Heading(MessageId id, AgentId author, @Nullable MessageId thread, Room room) {
    static Heading of(Room room, Message message) {
        return new Heading(message.id(), message.agentId(), message.threadId(), room);
    }

    Instant at() {
        return Snowflakes.instantOf(id.value());
    }

    /// A reply to a reply belongs to the thread of the first message.
    MessageId root() {
        return thread == null ? id : thread;
    }
}
