package dev.waybill.server.network.read;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Sight;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How much of the network a caller sees: everything, or all but the direct rooms of others, or nothing.
///
/// The filters of an observer name what is not of the network, and so leave nothing of it.
///
/// @param open whether it sees anything
/// @param everyRoom whether it sees every direct room
/// @param agent whose own rooms it sees
public record NetworkSight(
        WorkspaceId workspace, boolean open, boolean everyRoom, @Nullable AgentId agent) {
    public static NetworkSight of(Caller caller) {
        WorkspaceId workspace = caller.workspace();
        return switch (caller) {
            case Caller.Owner _ -> new NetworkSight(workspace, true, true, null);
            case Caller.Agent agent -> new NetworkSight(workspace, true, false, agent.agent());
            case Caller.Observer observer -> {
                boolean open = !narrowed(observer.filters());
                boolean rooms = open && Sight.of(observer).conversations();
                yield new NetworkSight(workspace, open, rooms, null);
            }
            case Caller.Node _, Caller.Webhook _ -> new NetworkSight(workspace, false, false, null);
        };
    }

    /// No agent has the number 0.
    long agentNumber() {
        return agent == null ? 0 : agent.value();
    }

    private static boolean narrowed(ObserverFilters filters) {
        return filters.createdAfter() != null
                || Stream.of(
                                some(filters.channelIds()),
                                some(filters.channelNames()),
                                some(filters.dmConversationIds()),
                                some(filters.agentIds()),
                                some(filters.eventTypes()))
                        .anyMatch(given -> given);
    }

    private static boolean some(@Nullable List<?> list) {
        return list != null && !list.isEmpty();
    }
}
