package dev.waybill.protocol.outbound;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What would be done; nothing was, and nothing is on record.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record DryRun(
        boolean dryRun,
        String provider,
        String surface,
        String targetRef,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String threadRef,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String replyMode,
        String kind,
        JsonNode payload,
        String note,
        String operation,
        JsonNode input,
        String credential,
        Idempotence idempotency,
        boolean destructive,
        boolean needsApproval,
        @Nullable String itemId,
        @Nullable String entryId,
        @Nullable String sourceId,
        @Nullable String agentId) {}
