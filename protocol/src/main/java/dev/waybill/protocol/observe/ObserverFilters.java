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

    /// Whether a channel is among those that may be seen; either its id or its name must be listed, if anything is.
    public boolean shows(ChannelId channel, String name) {
        if (channelIds == null && channelNames == null) {
            return true;
        }
        return (channelIds != null && channelIds.contains(channel))
                || (channelNames != null && channelNames.contains(name));
    }

    /// Whether an agent is among those that may be seen.
    public boolean shows(AgentId agent) {
        return agentIds == null || agentIds.contains(agent);
    }

    private static <T> @Nullable List<T> copy(@Nullable List<T> list) {
        return list == null ? null : List.copyOf(list);
    }
}
