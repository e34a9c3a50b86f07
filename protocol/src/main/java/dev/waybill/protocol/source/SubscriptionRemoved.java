package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What became of a removal.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SubscriptionRemoved(boolean removed, String subscriptionId) {}
