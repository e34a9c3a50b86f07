package dev.waybill.protocol.observe;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Narrows what an observer sees. A list that is absent narrows nothing; direct messages are hidden unless asked for.
public record ObserverFilters(
        @Nullable List<ChannelId> channelIds,
        @Nullable List<String> channelNames,
        @Nullable Boolean includeDms,
        @Nullable List<String> dmConversationIds,
        @Nullable List<AgentId> agentIds,
        @Nullable List<String> eventTypes,
        @Nullable Instant createdAfter) {
    public static final ObserverFilters NONE =
            new ObserverFilters(null, null, null, null, null, null, null);

    public ObserverFilters {
        channelIds = copy(channelIds);
        channelNames = copy(channelNames);
        dmConversationIds = copy(dmConversationIds);
        agentIds = copy(agentIds);
        eventTypes = copy(eventTypes);
    }

    /// The same filters as they are kept: no empty lists, which would narrow nothing, and a word about direct messages.
    public ObserverFilters normalized() {
        return new ObserverFilters(
                distinct(channelIds),
                distinct(channelNames),
                Boolean.TRUE.equals(includeDms),
                distinct(dmConversationIds),
                distinct(agentIds),
                distinct(eventTypes),
                createdAfter);
    }

    private static <T> @Nullable List<T> distinct(@Nullable List<T> list) {
        return list == null || list.isEmpty() ? null : list.stream().distinct().toList();
    }

    private static <T> @Nullable List<T> copy(@Nullable List<T> list) {
        return list == null ? null : List.copyOf(list);
    }
}
