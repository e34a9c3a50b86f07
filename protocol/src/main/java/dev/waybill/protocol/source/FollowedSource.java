package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// A source of a template.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record FollowedSource(String sourceId, String streamKind, boolean created) {}
