package dev.waybill.server.http;

import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.refusal.Facts;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// A refusal without the envelope: a sentence, and what programs want to know beside it.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
record PlainFailure(
        String error,
        String code,
        boolean retryable,
        @Nullable JsonNode details,
        @Nullable String deliveryId,
        @Nullable Long retryAfterMs) {
    private static final Set<Integer> PASSING = Set.of(408, 429, 503);

    static PlainFailure of(Problem problem) {
        Facts facts = problem.facts();
        return new PlainFailure(
                problem.detail(),
                word(problem.code()),
                facts.retryable() == null
                        ? PASSING.contains(problem.code().status())
                        : facts.retryable(),
                facts.details(),
                facts.deliveryId(),
                facts.retryAfterMs());
    }

    private static String word(ErrorCode code) {
        return code == ErrorCode.PAYLOAD_TOO_LARGE ? "too_large" : code.wire();
    }
}
