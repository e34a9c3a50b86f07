package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A delivery as it is shown to those who look at a whole workspace.
///
/// @param fromName who sent it, unless the caller may not know
/// @param settledAt when its state was told last; of what is open or held, never
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DeliveryView(
        DeliveryId id,
        MessageId messageId,
        ChannelId channelId,
        AgentId agentId,
        String agentName,
        @Nullable String fromName,
        DeliveryPhase state,
        DeliveryStatus status,
        DeliveryMode mode,
        Priority priority,
        String reason,
        @Nullable String error,
        int attempt,
        int dispatchAttempts,
        @Nullable Instant availableAt,
        Instant expiresAt,
        Instant createdAt,
        @Nullable Instant arrivedAt,
        @Nullable Instant settledAt) {
    /// The same for somebody who may not know the sender.
    public DeliveryView withoutSender() {
        return new DeliveryView(
                id,
                messageId,
                channelId,
                agentId,
                agentName,
                null,
                state,
                status,
                mode,
                priority,
                reason,
                error,
                attempt,
                dispatchAttempts,
                availableAt,
                expiresAt,
                createdAt,
                arrivedAt,
                settledAt);
    }
}
