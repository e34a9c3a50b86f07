package dev.waybill.protocol.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// Names an account that sources belong to; one that is there already is taken as it is.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record NewHost(
        String hostType, String hostKey, @Nullable String configRef, @Nullable ObjectNode config) {}
