package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.DeliveryId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What became of a message for one recipient, in its latest attempt.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DeliveryReceipt(
        String agentName,
        AgentId agentId,
        DeliveryId deliveryId,
        DeliveryStatus status,
        int attempt,
        @Nullable String error,
        @Nullable Instant availableAt,
        @Nullable Instant readAt) {}
