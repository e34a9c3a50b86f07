package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// An account that sources belong to.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Host(
        String hostId,
        String hostType,
        String hostKey,
        @Nullable String configRef,
        ObjectNode config,
        String status,
        Instant createdAt,
        Instant updatedAt) {}
