package dev.waybill.protocol.outbound;

import org.jspecify.annotations.Nullable;

/// How a call wants to be treated, whatever it asks for: for whom it is made, what it belongs to, the key by which it
/// happens once, whether it is only to be checked, and how long its caller waits.
public record CallTerms(
        @Nullable String agentId,
        @Nullable String correlationId,
        @Nullable String idempotencyKey,
        @Nullable Boolean dryRun,
        @Nullable Integer waitMs) {
    public static final CallTerms NONE = new CallTerms(null, null, null, null, null);

    public boolean dry() {
        return dryRun != null && dryRun;
    }

    public CallTerms keyed(@Nullable String key) {
        return new CallTerms(agentId, correlationId, key, dryRun, waitMs);
    }
}
