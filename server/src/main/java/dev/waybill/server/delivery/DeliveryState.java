package dev.waybill.server.delivery;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a delivery is, and what may become of it. A row without a word of its own is open, or acked by the cursor.
enum DeliveryState {
    /// Waits for the moment its mode names; it has no place in the line yet.
    HELD,
    /// In the line, gone out or not.
    OPEN,
    /// The session has taken it over and not surfaced it yet.
    ACCEPTED,
    /// Put off; a new attempt follows.
    DEFERRED,
    /// Could not be surfaced; a new attempt follows if it may be tried again.
    FAILED,
    /// Surfaced.
    ACKED,
    /// Given up.
    DEAD_LETTERED,
    /// A later attempt stands for it.
    REPLACED;

    /// What happens to a delivery.
    enum Step {
        RELEASE,
        ACCEPT,
        DELIVER,
        DEFER,
        FAIL,
        COME_AGAIN,
        GIVE_UP;

        private DeliveryState to() {
            return switch (this) {
                case RELEASE -> OPEN;
                case ACCEPT -> ACCEPTED;
                case DELIVER -> ACKED;
                case DEFER -> DEFERRED;
                case FAIL -> FAILED;
                case COME_AGAIN -> REPLACED;
                case GIVE_UP -> DEAD_LETTERED;
            };
        }
    }

    /// By the word on its row, and whether the agent's cursor is past it.
    static DeliveryState of(@Nullable String kept, boolean passed) {
        if (kept == null) {
            return passed ? ACKED : OPEN;
        }
        return Arrays.stream(values())
                .filter(state -> state.word().equals(kept))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state '" + kept + "'"));
    }

    /// The state after the step; empty where nothing changes: a terminal state absorbs what comes later, and what was
    /// said twice counts once.
    Optional<DeliveryState> after(Step step) {
        return steps().contains(step) ? Optional.of(step.to()) : Optional.empty();
    }

    /// What is on the row.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private Set<Step> steps() {
        return switch (this) {
            case HELD ->
                    EnumSet.of(
                            Step.RELEASE,
                            Step.ACCEPT,
                            Step.DELIVER,
                            Step.DEFER,
                            Step.FAIL,
                            Step.GIVE_UP);
            case OPEN -> EnumSet.of(Step.ACCEPT, Step.DELIVER, Step.DEFER, Step.FAIL, Step.GIVE_UP);
            case ACCEPTED, DEFERRED ->
                    EnumSet.of(Step.DELIVER, Step.DEFER, Step.FAIL, Step.COME_AGAIN, Step.GIVE_UP);
            case FAILED -> EnumSet.of(Step.DELIVER, Step.DEFER, Step.COME_AGAIN, Step.GIVE_UP);
            case DEAD_LETTERED -> EnumSet.of(Step.COME_AGAIN);
            case ACKED, REPLACED -> EnumSet.noneOf(Step.class);
        };
    }
}
