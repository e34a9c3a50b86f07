package dev.waybill.server.refusal;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a program may want to know of a refusal beside its reason: the places that are at fault, whether the same request
/// may succeed later, the call that is on record for it, and the rule of the operator's that decided.
public record Facts(
        @Nullable JsonNode details,
        @Nullable Boolean retryable,
        @Nullable String invocationId,
        @Nullable String rule) {
    public static final Facts NONE = new Facts(null, null, null, null);

    public static Facts at(JsonNode details) {
        return new Facts(details, null, null, null);
    }

    public static Facts by(String rule) {
        return new Facts(null, null, null, rule);
    }

    public Facts recorded(@Nullable Boolean again, String invocation) {
        return new Facts(details, again, invocation, rule);
    }
}
