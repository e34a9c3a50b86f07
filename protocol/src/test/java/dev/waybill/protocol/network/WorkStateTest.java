package dev.waybill.protocol.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.WorkState.Change;
import dev.waybill.protocol.network.WorkState.Event;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkStateTest {
    @ParameterizedTest
    @CsvSource({
        "SPEAK, =, =, working",
        "SUBMIT, E, E, E",
        "WORK, working, =, working",
        "ASK, needs_input, needs_input, =",
        "COMPLETE, completed, completed, completed",
        "FAIL, failed, failed, failed",
        "CANCEL, canceled, canceled, canceled",
        "NOTE, =, =, =",
        "REJECT, failed, failed, failed",
        "CALL_OFF, canceled, canceled, canceled"
    })
    void open_work_moves_as_in_the_table(
            Event event, String submitted, String working, String needsInput) {
        assertThat(word(WorkState.SUBMITTED, event)).isEqualTo(submitted);
        assertThat(word(WorkState.WORKING, event)).isEqualTo(working);
        assertThat(word(WorkState.NEEDS_INPUT, event)).isEqualTo(needsInput);
    }

    @ParameterizedTest
    @EnumSource(Event.class)
    void what_has_ended_never_begins_again(Event event) {
        for (WorkState state : WorkState.values()) {
            assertThat(state.after(event) instanceof Change.Closed).isEqualTo(state.terminal());
        }
    }

    private static String word(WorkState state, Event event) {
        return switch (state.after(event)) {
            case Change.Moved(var next) -> next.wire();
            case Change.Same _ -> "=";
            case Change.Illegal _ -> "E";
            case Change.Closed _ -> "R";
        };
    }
}
