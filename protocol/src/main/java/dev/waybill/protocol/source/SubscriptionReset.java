package dev.waybill.protocol.source;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Where a subscription goes on from.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SubscriptionReset(
        @Nullable String startPolicy, @Nullable Long startOffset, @Nullable Instant startTime) {}
