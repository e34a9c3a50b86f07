package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// How far a subscription has come.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record SubscriptionLag(
        String subscriptionId,
        String sourceId,
        long nextOffset,
        long highWatermark,
        long lag,
        @Nullable String lastError) {}
