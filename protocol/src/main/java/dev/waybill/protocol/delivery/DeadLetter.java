package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.DeliveryId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A delivery that was given up: to whom, why and when, and what it carried.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DeadLetter(
        DeliveryId id,
        AgentId agentId,
        String agentName,
        DeadReason reason,
        @Nullable String error,
        int attempt,
        Instant deadLetteredAt,
        DeliveryItem.Said message) {}
