package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.delivery.PostedMessage.Room;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Remembers the conversations of two that were used lately. One that has begun never changes, so nothing is forgotten
/// but for want of room.
final class DirectRooms {
    private static final int MOST = 20_000;

    private final Map<Pair, Room> rooms = new ConcurrentHashMap<>();

    private record Pair(AgentId one, AgentId other) {
        static Pair of(AgentId one, AgentId other) {
            return one.value() <= other.value() ? new Pair(one, other) : new Pair(other, one);
        }
    }

    @Nullable Room find(AgentId one, AgentId other) {
        return rooms.get(Pair.of(one, other));
    }

    /// Only what is durable may be kept.
    void keep(AgentId one, AgentId other, Room room) {
        if (rooms.size() >= MOST) {
            rooms.clear();
        }
        rooms.put(Pair.of(one, other), room);
    }
}
