package dev.waybill.protocol.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// Names a source, by its place at a host or by its type and key alone; one that is there already is taken as it is.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record NewSource(
        @Nullable String hostId,
        @Nullable String streamKind,
        @Nullable String streamKey,
        @Nullable String sourceType,
        @Nullable String sourceKey,
        @Nullable String configRef,
        @Nullable ObjectNode config) {}
