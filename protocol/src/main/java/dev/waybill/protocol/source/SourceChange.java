package dev.waybill.protocol.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// Changes a source. What is left out stays; a `configRef` of null is taken away.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SourceChange(@Nullable JsonNode configRef, @Nullable ObjectNode config) {
    public SourceChange {
        if (configRef != null && !configRef.isNull() && !configRef.isString()) {
            throw new IllegalArgumentException("configRef is neither a string nor null");
        }
    }
}
