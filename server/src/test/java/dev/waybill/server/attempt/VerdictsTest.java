package dev.waybill.server.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final State.Claim CLAIM = new State.Claim("w0-1", NOW.plusSeconds(60));

    private final Verdicts verdicts = new Verdicts(AttemptLimits.DEFAULTS);

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void after_an_error_of_a_server_what_cannot_be_done_twice_is_unknown(int status) {
        State next = refused("merge_pull_request", Evidence.of(status, null), null);

        assertThat(next.status()).isEqualTo(AttemptStatus.UNKNOWN);
        assertThat(next.dueAt()).isNull();
        assertThat(next.fault()).isNotNull().extracting(Fault::retryable).isEqualTo(false);
    }

    @Test
    void after_an_error_of_a_server_what_can_be_looked_up_is_looked_up() {
        State next = refused("add_comment", Evidence.of(502, null), null);

        assertThat(next.status()).isEqualTo(AttemptStatus.UNKNOWN);
        assertThat(next.dueAt()).isEqualTo(NOW.plus(AttemptLimits.DEFAULTS.settle()));
    }

    @Test
    void what_is_known_not_to_be_done_is_tried_again() {
        assertThat(refused("merge_pull_request", Evidence.NONE, null).status())
                .as("nothing reached the provider")
                .isEqualTo(AttemptStatus.QUEUED);
        assertThat(
                        refused("merge_pull_request", Evidence.of(503, null), Duration.ofSeconds(9))
                                .status())
                .as("it says when to come back")
                .isEqualTo(AttemptStatus.QUEUED);
        assertThat(refused("close_issue", Evidence.of(500, null), null).status())
                .as("it does no harm")
                .isEqualTo(AttemptStatus.QUEUED);
    }

    @Test
    void a_provider_that_wants_rest_gets_it_after_the_last_try_as_well() {
        Fault limit = limit(Duration.ofHours(1));
        State failed = started().failed(limit, Evidence.NONE, NOW);

        assertThat(verdicts.laneFree(failed, NOW)).isEqualTo(NOW.plus(Duration.ofHours(1)));
    }

    @Test
    void nobody_rests_longer_than_an_hour() {
        State next =
                verdicts.after(
                        job("add_comment"),
                        new Outcome.Refused(
                                ProviderFault.RATE_LIMITED,
                                "later",
                                Duration.ofMillis(Long.MAX_VALUE),
                                null,
                                Evidence.of(429, null)),
                        started(),
                        NOW);

        assertThat(next.dueAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    }

    @Test
    void a_key_of_a_provider_counts_for_an_hour() {
        State state = started();

        assertThat(Harm.none(Idempotence.PROVIDER_KEY, state, NOW.plusSeconds(3599))).isTrue();
        assertThat(Harm.none(Idempotence.PROVIDER_KEY, state, NOW.plusSeconds(3600))).isFalse();
        assertThat(Harm.none(Idempotence.NATURAL, state, NOW.plusSeconds(3600))).isTrue();
        assertThat(verdicts.lost(Idempotence.PROVIDER_KEY, state, NOW.plusSeconds(7200)).dueAt())
                .as("it is not called again by itself")
                .isNull();
        assertThat(verdicts.lost(Idempotence.PROVIDER_KEY, state, NOW).dueAt()).isNotNull();
    }

    @Test
    void what_was_not_begun_is_as_it_was() {
        State queued = State.queued(false, NOW);

        State back = verdicts.notBegun(NOW, queued.inFlight(CLAIM, NOW));

        assertThat(back.status()).isEqualTo(AttemptStatus.QUEUED);
        assertThat(back.attempts()).isZero();
        assertThat(back.tries()).isZero();
        assertThat(back.startedAt()).isNull();
        assertThat(back.dueAt()).isAfter(NOW);
    }

    @Test
    void not_to_be_found_once_is_not_enough() {
        State unknown = started().unknown(Fault.unclear("no answer"), Evidence.NONE, NOW, NOW);

        State once = verdicts.after(new Finding.NotDone(), unknown, NOW);
        State soon = verdicts.after(new Finding.NotDone(), once, NOW.plusSeconds(10));
        State twice = verdicts.after(new Finding.NotDone(), soon, NOW.plusSeconds(55));

        assertThat(once.status()).isEqualTo(AttemptStatus.UNKNOWN);
        assertThat(once.dueAt()).isEqualTo(NOW.plus(AttemptLimits.DEFAULTS.certain()));
        assertThat(soon.status()).isEqualTo(AttemptStatus.UNKNOWN);
        assertThat(soon.dueAt()).isEqualTo(once.dueAt());
        assertThat(twice.status()).isEqualTo(AttemptStatus.QUEUED);
        assertThat(twice.inFlight(CLAIM, NOW).missedAt()).as("the next call begins anew").isNull();
    }

    private State refused(String operation, Evidence evidence, @Nullable Duration wait) {
        return verdicts.after(
                job(operation),
                new Outcome.Refused(ProviderFault.UNAVAILABLE, "down", wait, null, evidence),
                started(),
                NOW);
    }

    private static State started() {
        return State.queued(false, NOW).inFlight(CLAIM, NOW);
    }

    private static Fault limit(Duration wait) {
        return Fault.of(
                new Outcome.Refused(
                        ProviderFault.RATE_LIMITED, "later", wait, null, Evidence.of(429, null)));
    }

    private static Job job(String operation) {
        return Jobs.job(
                new FakeProvider(),
                new DeliveryHandle("github", "pull_request_comment", "o/r#1", null, null),
                operation,
                Json.emptyObject(),
                new Credential("default", Map.of(), true));
    }
}
