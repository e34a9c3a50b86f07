package dev.waybill.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.delivery.DeliveryState.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What may become of a delivery, and that the chart in the documentation says the same.
class DeliveryStateTest {
    private static final Path CHART = Path.of("..", "docs", "delivery-states.md");

    @Test
    void the_chart_in_the_documentation_is_the_table() throws IOException {
        assertThat(Files.readString(CHART)).contains("```mermaid\n" + chart() + "```\n");
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void what_is_surfaced_or_replaced_stays_so(Step step) {
        assertThat(DeliveryState.ACKED.after(step)).isEmpty();
        assertThat(DeliveryState.REPLACED.after(step)).isEmpty();
    }

    @Test
    void a_dead_letter_changes_only_by_being_sent_again() {
        for (Step step : Step.values()) {
            assertThat(DeliveryState.DEAD_LETTERED.after(step).isPresent())
                    .isEqualTo(step == Step.COME_AGAIN);
        }
    }

    @Test
    void what_was_said_twice_counts_once() {
        assertThat(DeliveryState.ACCEPTED.after(Step.ACCEPT)).isEmpty();
        assertThat(DeliveryState.FAILED.after(Step.FAIL)).isEmpty();
        assertThat(DeliveryState.DEFERRED.after(Step.ACCEPT)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(DeliveryState.class)
    void every_word_on_a_row_is_a_state(DeliveryState state) {
        if (state != DeliveryState.OPEN) {
            assertThat(DeliveryState.of(state.word(), true)).isEqualTo(state);
        }
        assertThat(DeliveryState.of(null, true)).isEqualTo(DeliveryState.ACKED);
        assertThat(DeliveryState.of(null, false)).isEqualTo(DeliveryState.OPEN);
    }

    private static String chart() {
        StringBuilder chart = new StringBuilder("stateDiagram-v2\n");
        chart.append("    [*] --> held\n    [*] --> open\n");
        for (DeliveryState from : DeliveryState.values()) {
            for (Step step : Step.values()) {
                from.after(step).ifPresent(to -> chart.append(line(from, step, to)));
            }
        }
        return chart.append("    acked --> [*]\n    replaced --> [*]\n").toString();
    }

    private static String line(DeliveryState from, Step step, DeliveryState to) {
        String words = step.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return "    " + from.word() + " --> " + to.word() + " : " + words + "\n";
    }
}
