package dev.waybill.protocol.trigger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A trigger, when it last fired, and what went wrong since.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Trigger(
        String id,
        @Nullable String channel,
        @Nullable String pattern,
        @Nullable JsonNode mention,
        String actionName,
        boolean enabled,
        @Nullable Instant lastTriggeredAt,
        Instant createdAt,
        @Nullable Instant updatedAt,
        @Nullable String lastError) {}
