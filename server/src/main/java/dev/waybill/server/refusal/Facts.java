package dev.waybill.server.refusal;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a program may want to know of a refusal beside its reason: the places that are at fault, whether the same request
/// may succeed later, the call that is on record for it, the rule of the operator's that decided, the attempt at a
/// provider that is on record, and when to come back.
public record Facts(
        @Nullable JsonNode details,
        @Nullable Boolean retryable,
        @Nullable String invocationId,
        @Nullable String rule,
        @Nullable String deliveryId,
        @Nullable Long retryAfterMs) {
    public static final Facts NONE = new Facts(null, null, null, null, null, null);

    public static Facts at(JsonNode details) {
        return new Facts(details, null, null, null, null, null);
    }

    public static Facts by(String rule) {
        return new Facts(null, null, null, rule, null, null);
    }

    public Facts recorded(@Nullable Boolean again, String invocation) {
        return new Facts(details, again, invocation, rule, deliveryId, retryAfterMs);
    }

    /// What is on record of an attempt at a provider.
    public static Facts attempted(
            @Nullable JsonNode details,
            boolean again,
            @Nullable String delivery,
            @Nullable Long retryAfterMs) {
        return new Facts(details, again, null, null, delivery, retryAfterMs);
    }
}
