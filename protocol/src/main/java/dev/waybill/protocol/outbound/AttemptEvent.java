package dev.waybill.protocol.outbound;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// One thing that happened to an attempt: it went from one status to another, or something was exchanged with the provider
/// for it, or both. Secrets are taken out of what is shown, and long answers are cut.
///
/// @param by who did it, where it was a person or an agent
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record AttemptEvent(
        int seq,
        Instant at,
        @Nullable AttemptStatus fromStatus,
        AttemptStatus toStatus,
        int attempt,
        @Nullable String httpMethod,
        @Nullable String url,
        @Nullable Integer httpStatus,
        @Nullable Long durationMs,
        @Nullable String requestDigest,
        @Nullable String responseExcerpt,
        @Nullable String errorCode,
        @Nullable String error,
        @Nullable Long retryAfterMs,
        @Nullable String by) {}
