package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// Where events are heard of. `streamId` is the same as `sourceId`.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Source(
        String sourceId,
        String streamId,
        String hostId,
        String streamKind,
        String streamKey,
        String sourceType,
        String sourceKey,
        @Nullable String configRef,
        ObjectNode config,
        String status,
        @Nullable String checkpoint,
        @Nullable String lastError,
        long lastOffset,
        Instant createdAt,
        Instant updatedAt) {}
