package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The result of an invocation; with an error it has failed, for the reason the code gives or else because the handler did.
public record CompleteInvocation(
        @Nullable JsonNode output,
        @Nullable String error,
        @Nullable Long durationMs,
        @Nullable ActionErrorCode errorCode,
        @Nullable JsonNode details,
        @Nullable Boolean retryable,
        @Nullable ObjectNode metadata) {
    public CompleteInvocation {
        Bounds.most("error", Bounds.length(error), Bounds.TEXT);
        Bounds.most("details", Bounds.length(details), Bounds.DETAILS);
        Bounds.most("metadata", Bounds.length(metadata), Bounds.DETAILS);
        if (durationMs != null && durationMs < 0) {
            throw new IllegalArgumentException("duration_ms is negative");
        }
        if (error == null && errorCode != null) {
            throw new IllegalArgumentException("error_code is given without error");
        }
    }

    public static CompleteInvocation with(@Nullable JsonNode output) {
        return new CompleteInvocation(output, null, null, null, null, null, null);
    }

    public static CompleteInvocation failed(ActionError error) {
        return new CompleteInvocation(
                null,
                error.message(),
                null,
                error.code(),
                error.details(),
                error.retryable(),
                null);
    }
}
