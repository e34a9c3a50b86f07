package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One message on its way to one agent.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Delivery(
        DeliveryId id,
        MessageId messageId,
        ChannelId channelId,
        AgentId agentId,
        DeliveryStatus status,
        long seq,
        String locationType,
        NodeId locationNodeId,
        NodeId routeNodeId,
        String routeNodeKind,
        String routeNodeRole,
        String deliveryAdapter,
        int dispatchAttempts,
        @Nullable Instant nextAttemptAt,
        @Nullable String lastDispatchError,
        String mode,
        @Nullable String reason,
        String priority,
        @Nullable Boolean retryable,
        @Nullable String error,
        @Nullable Instant availableAt,
        @Nullable Instant deadline,
        Instant expiresAt,
        @Nullable Instant deliveredAt,
        @Nullable Instant ackedAt,
        @Nullable Instant deadLetteredAt,
        Instant createdAt,
        @Nullable Instant updatedAt,
        @Nullable DeliveryId originDeliveryId,
        int attempt) {
    /// The same delivery, gone out.
    public Delivery delivered() {
        return new Delivery(
                id,
                messageId,
                channelId,
                agentId,
                DeliveryStatus.DELIVERED,
                seq,
                locationType,
                locationNodeId,
                routeNodeId,
                routeNodeKind,
                routeNodeRole,
                deliveryAdapter,
                1,
                nextAttemptAt,
                lastDispatchError,
                mode,
                reason,
                priority,
                retryable,
                error,
                availableAt,
                deadline,
                expiresAt,
                deliveredAt,
                ackedAt,
                deadLetteredAt,
                createdAt,
                updatedAt,
                originDeliveryId,
                attempt);
    }
}
