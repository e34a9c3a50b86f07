package dev.waybill.server.attempt;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Why an attempt was not successful, so far or for good.
record Fault(
        Reason reason,
        String message,
        boolean retryable,
        @Nullable JsonNode details,
        @Nullable Duration retryAfter) {
    static Fault of(Outcome.Refused refused) {
        return new Fault(
                refused.fault().reason(),
                refused.message(),
                refused.fault().retryable(),
                details(refused),
                refused.retryAfter());
    }

    static Fault of(Refusal refusal) {
        return new Fault(
                refusal.reason(), refusal.detail(), false, refusal.facts().details(), null);
    }

    static Fault unclear(String message) {
        return new Fault(Reason.PROVIDER_TIMEOUT, message, false, null, null);
    }

    /// The same where nobody knows whether it was done all the same.
    Fault unclear() {
        return new Fault(reason, message, false, details, null);
    }

    @Nullable Long retryAfterMs() {
        return retryAfter == null ? null : retryAfter.toMillis();
    }

    private static @Nullable ObjectNode details(Outcome.Refused refused) {
        Integer status = refused.evidence().providerStatus();
        if (status == null) {
            return refused.details();
        }
        ObjectNode details =
                refused.details() == null ? Json.emptyObject() : refused.details().deepCopy();
        if (!details.has("providerStatus")) {
            details.put("providerStatus", status);
        }
        return details;
    }
}
