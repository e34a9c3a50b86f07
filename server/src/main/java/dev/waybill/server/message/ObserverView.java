package dev.waybill.server.message;

import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.PostedMessage;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one observer may see. What its filters hide does not exist for it.
record ObserverView(Set<ObserverScope> scopes, ObserverFilters filters) {
    ObserverView {
        scopes = Set.copyOf(scopes);
    }

    static ObserverView of(Caller.Observer observer) {
        return new ObserverView(observer.scopes(), observer.filters());
    }

    boolean sees(Room room) {
        return room.kind() == ChannelKind.CHANNEL ? seesChannel(room) : seesConversation(room);
    }

    boolean sees(Sight.Facts message) {
        Instant after = filters.createdAfter();
        return sees(message.room())
                && allows(filters.agentIds(), message.author())
                && allows(
                        filters.eventTypes(),
                        PostedMessage.type(message.room().kind(), message.thread()))
                && (after == null || message.at().isAfter(after));
    }

    /// Where channels are listed by id and by name, either will do.
    private boolean seesChannel(Room room) {
        if (filters.channelIds() == null && filters.channelNames() == null) {
            return true;
        }
        return contains(filters.channelIds(), room.id())
                || contains(filters.channelNames(), room.name());
    }

    private boolean seesConversation(Room room) {
        return scopes.contains(ObserverScope.DMS_READ)
                && Boolean.TRUE.equals(filters.includeDms())
                && allows(filters.dmConversationIds(), room.name());
    }

    private static <T> boolean allows(@Nullable List<T> wanted, T candidate) {
        return wanted == null || wanted.contains(candidate);
    }

    private static <T> boolean contains(@Nullable List<T> wanted, T candidate) {
        return wanted != null && wanted.contains(candidate);
    }
}
