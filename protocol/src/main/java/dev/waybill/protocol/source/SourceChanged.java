package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What became of a change.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SourceChanged(boolean updated, Source source) {}
