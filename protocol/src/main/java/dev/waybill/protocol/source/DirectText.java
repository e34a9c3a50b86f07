package dev.waybill.protocol.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Words for an agent that come from no source.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record DirectText(String message, @Nullable String sender) {}
