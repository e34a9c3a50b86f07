package dev.waybill.protocol.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.json.ObjectText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreshnessTest {
    private static final Instant NOW = Instant.ofEpochSecond(Envelopes.NOW);

    @ParameterizedTest
    @CsvSource({
        "0, , ",
        "-300, , ",
        "-301, , REPLAY_WINDOW",
        "300, , ",
        "301, , REPLAY_WINDOW",
        "301, 9999, REPLAY_WINDOW",
        "-864000, 1, ",
        "-864000, 0, EXPIRED",
        "0, -1775822400, EXPIRED"
    })
    void the_times_decide(long ts, @Nullable Long expires, @Nullable Flaw flaw) {
        Long end = expires == null ? null : Envelopes.NOW + expires;

        assertThat(Freshness.DEFAULT.flaw(Envelopes.NOW + ts, end, NOW).orElse(null))
                .isEqualTo(flaw);
    }

    @Test
    void the_largest_numbers_do_no_harm() {
        assertThat(Freshness.DEFAULT.flaw(Long.MAX_VALUE, null, NOW)).contains(Flaw.REPLAY_WINDOW);
        assertThat(Freshness.DEFAULT.flaw(1, Long.MIN_VALUE, NOW)).contains(Flaw.EXPIRED);
        assertThat(Freshness.DEFAULT.rememberUntil(envelope(Long.MAX_VALUE, null)))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void an_id_is_remembered_as_long_as_a_copy_could_be_fresh() {
        long now = Envelopes.NOW;

        assertThat(Freshness.DEFAULT.rememberUntil(envelope(now, null))).isEqualTo(now + 300);
        assertThat(Freshness.DEFAULT.rememberUntil(envelope(now - 1000, now + 86400)))
                .isEqualTo(now + 86400);
        assertThat(Freshness.DEFAULT.rememberUntil(envelope(now, now + 10))).isEqualTo(now + 300);
    }

    @Test
    void no_copy_is_fresh_after_it_was_forgotten() {
        for (long age = -300; age <= 600; age += 50) {
            for (Long end : new Long[] {null, 1L, 299L, 300L, 301L, 5000L}) {
                Envelope envelope =
                        envelope(Envelopes.NOW - age, end == null ? null : Envelopes.NOW + end);
                Instant forgotten =
                        Instant.ofEpochSecond(Freshness.DEFAULT.rememberUntil(envelope) + 1);

                assertThat(Freshness.DEFAULT.flaw(envelope, forgotten)).isPresent();
            }
        }
    }

    @Test
    void what_waited_expires_by_its_own_end_only() {
        Instant later = NOW.plusSeconds(4000);

        assertThat(Freshness.expired(envelope(Envelopes.NOW, null), later)).isFalse();
        assertThat(Freshness.expired(envelope(Envelopes.NOW, Envelopes.NOW + 4000), later))
                .isTrue();
        assertThat(Freshness.expired(envelope(Envelopes.NOW, Envelopes.NOW + 4001), later))
                .isFalse();
    }

    @Test
    void the_same_id_of_another_sender_is_another_message() {
        Envelope one = Envelopes.say("m", "hi");
        Envelope other =
                Envelopes.read(
                        Envelopes.inThread("m", "say")
                                .put("from", "evil.sess-z")
                                .put("body", new ObjectText().put("text", "hi").done()));

        assertThat(ReplayKey.of(one)).isNotEqualTo(ReplayKey.of(other));
        assertThat(ReplayKey.of(one).hash())
                .isNotEqualTo(ReplayKey.of(other).hash())
                .isEqualTo(ReplayKey.of(Envelopes.say("m", "other words")).hash())
                .hasSize(64);
    }

    private static Envelope envelope(long ts, @Nullable Long expires) {
        Envelope say = Envelopes.say("m", "hi");
        return Envelope.of(
                say.id(), say.scope(), say.from(), null, ts, expires, Links.NONE, say.content());
    }
}
