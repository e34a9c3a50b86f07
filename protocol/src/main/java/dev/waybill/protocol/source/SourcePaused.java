package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What became of a pause.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SourcePaused(boolean paused, Source source) {}
