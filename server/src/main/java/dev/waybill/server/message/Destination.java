package dev.waybill.server.message;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.delivery.PostedMessage.Room;
import org.jspecify.annotations.Nullable;

/// Where a message is put: a room, and a thread in it if it is a reply.
record Destination(Room room, @Nullable MessageId thread) {}
