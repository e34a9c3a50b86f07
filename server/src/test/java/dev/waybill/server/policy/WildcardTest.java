package dev.waybill.server.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WildcardTest {
    @ParameterizedTest
    @CsvSource({
        "action.invoked, action.invoked, true",
        "action.invoked, action.invoked2, false",
        "agent.status.*, agent.status.idle, true",
        "agent.status.*, agent.status., true",
        "agent.status.*, agent.statusidle, false",
        "*, anything, true",
        "*-bot, build-bot, true",
        "*-bot, build-bots, false",
        "a*b*c, a-b-b-c, true",
        "a*b*c, acb, false",
        "ab*ba, aba, false",
        "ab*ba, abba, true",
        "d*.x, deploy.y, false",
    })
    void a_star_stands_for_any_characters(String pattern, String text, boolean matches) {
        assertThat(new Wildcard(pattern).matches(text)).isEqualTo(matches);
    }

    @Test
    void what_is_not_there_matches_nothing_and_what_is_not_asked_for_everything() {
        assertThat(new Wildcard("*").matches(null)).isFalse();
        assertThat(Wildcard.matches(null, null)).isTrue();
        assertThat(Wildcard.matches("*", null)).isFalse();
    }

    @Test
    void many_stars_take_no_longer() {
        assertThat(new Wildcard("*a".repeat(50) + "b").matches("a".repeat(100_000))).isFalse();
    }
}
