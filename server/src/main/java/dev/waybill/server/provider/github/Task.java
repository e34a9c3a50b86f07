package dev.waybill.server.provider.github;

import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.ProviderFault;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// A job as its deed sees it: the place, the way there, and whether what is written is marked.
record Task(Job job, GitHubHandle place, Api api, boolean marked) {
    /// How far GitHub's clock may be behind ours when it is asked what happened since.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    boolean has(String field) {
        return job.input().hasNonNull(field);
    }

    /// An id of the input.
    OptionalLong id(String field) {
        JsonNode value = job.input().path(field);
        if (!value.isNumber()) {
            return OptionalLong.empty();
        }
        BigDecimal number = value.decimalValue();
        if (number.compareTo(LARGEST) > 0) {
            throw senseless(field + " is larger than any id");
        }
        return OptionalLong.of(number.longValue());
    }

    /// When it cannot have happened before.
    Instant earliest() {
        return job.startedAt().minus(MARGIN).truncatedTo(ChronoUnit.SECONDS);
    }

    /// What fits the schema and makes no sense.
    Settled senseless(String why) {
        return Settled.refused(ProviderFault.INPUT, job.operation().name() + ": " + why);
    }
}
