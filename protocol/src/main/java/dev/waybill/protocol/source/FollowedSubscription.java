package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// A subscription of a template.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record FollowedSubscription(String subscriptionId, String sourceId, boolean created) {}
