package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What went wrong with an action, and whether the same call may succeed later; null where nobody knows.
public record ActionError(
        ActionErrorCode code,
        String message,
        @Nullable JsonNode details,
        @Nullable Boolean retryable) {}
