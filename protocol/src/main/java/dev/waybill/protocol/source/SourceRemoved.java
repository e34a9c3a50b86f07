package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What became of a removal; a source that others still subscribe to is only paused.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SourceRemoved(
        boolean removed, String sourceId, int removedSubscriptions, boolean pausedSource) {}
