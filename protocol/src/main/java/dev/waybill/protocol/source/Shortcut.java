package dev.waybill.protocol.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// A filter by name, such as `pr` with a number.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record Shortcut(String name, @Nullable ObjectNode args) {}
