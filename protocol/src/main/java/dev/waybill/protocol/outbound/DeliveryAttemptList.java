package dev.waybill.protocol.outbound;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Attempts, the newest first, and where the next page begins.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DeliveryAttemptList(List<DeliveryAttempt> deliveries, @Nullable String nextCursor) {
    public DeliveryAttemptList {
        deliveries = List.copyOf(deliveries);
    }
}
