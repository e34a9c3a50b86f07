package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What a look at the source itself has brought.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SourcePolled(
        String sourceId,
        String sourceType,
        long appended,
        long deduped,
        long eventsRead,
        String note) {}
