package dev.waybill.protocol.workspace;

import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An agent with the channels it is in, the actions around it, and what waits in its mailbox.
public record AgentDetail(
        AgentId id,
        String name,
        String handle,
        AgentType type,
        AgentStatus status,
        @Nullable String persona,
        @Nullable JsonNode capabilities,
        JsonNode metadata,
        Instant createdAt,
        Instant lastSeen,
        @Nullable AgentStatus activity,
        List<Joined> channels,
        List<Action> actionsProvided,
        List<Action> actionsAvailableTo,
        List<Pending> pendingDeliveries) {
    public AgentDetail {
        channels = List.copyOf(channels);
        actionsProvided = List.copyOf(actionsProvided);
        actionsAvailableTo = List.copyOf(actionsAvailableTo);
        pendingDeliveries = List.copyOf(pendingDeliveries);
    }

    /// A channel the agent is in.
    public record Joined(ChannelId id, String name, MemberRole role, Instant joinedAt) {}

    /// An action that the agent provides or may invoke.
    public record Action(String id, String name, String description) {}

    /// A delivery that is not settled yet.
    public record Pending(
            DeliveryId id,
            MessageId messageId,
            String mode,
            DeliveryReason reason,
            String status,
            Instant createdAt) {}

    /// What surrounds an agent.
    public record Surroundings(
            List<Joined> channels,
            List<Action> provided,
            List<Action> available,
            List<Pending> pending) {}

    public static AgentDetail of(Agent agent, Surroundings around) {
        return new AgentDetail(
                agent.id(),
                agent.name(),
                agent.handle(),
                agent.type(),
                agent.status(),
                agent.persona(),
                agent.capabilities(),
                agent.metadata(),
                agent.createdAt(),
                agent.lastSeen(),
                agent.activity(),
                around.channels(),
                around.provided(),
                around.available(),
                around.pending());
    }
}
