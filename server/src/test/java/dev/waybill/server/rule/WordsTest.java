package dev.waybill.server.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.refusal.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    private static Facts facts(String type) {
        return new Facts(
                type,
                "deploy",
                "planner",
                "planner",
                "ops",
                "inv_1",
                "no $disk \\1",
                "no $disk \\1");
    }

    @Test
    void gaps_are_filled_and_other_braces_stay() {
        String text =
                "{type} {action} {caller} {agent} {channel} {invocation_id} {error} {\"a\": {}}";

        Words.check(text);

        assertThat(Words.of(text, facts("action.failed")))
                .isEqualTo(
                        "action.failed deploy planner planner ops inv_1 no $disk \\1 {\"a\": {}}");
    }

    @Test
    void a_gap_that_nothing_fills_is_refused_by_name() {
        assertThatThrownBy(() -> Words.check("{action} by {who}"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("{who}")
                .hasMessageContaining("{action}, {agent}, {caller}");
    }

    @Test
    void what_is_not_known_is_left_out_and_long_values_are_cut() {
        Facts bare = new Facts("channel.created", null, null, null, "ops", null, null, null);
        Facts long_ = new Facts("x", "a".repeat(5000), null, null, null, null, null, null);

        assertThat(Words.of("<{error}>", bare)).isEqualTo("<>");
        assertThat(Words.of("{error}", bare)).isEqualTo("channel.created");
        assertThat(Words.of("{action}", long_)).hasSize(1001).endsWith("…");
    }

    @ParameterizedTest
    @CsvSource({
        "action.invoked, planner called deploy",
        "action.completed, 'deploy, called by planner, is done'",
        "action.failed, 'deploy, called by planner, failed: no $disk \\1'",
        "action.denied, planner may not call deploy: no $disk \\1",
        "action.registered, action.registered: deploy",
        "agent.status.idle, agent.status.idle: planner",
    })
    void there_are_usual_words(String type, String words) {
        assertThat(Words.of(null, facts(type))).isEqualTo(words);
    }
}
