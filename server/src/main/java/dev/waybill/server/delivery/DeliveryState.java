package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryStatus;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a delivery is, and what may become of it. A row without a word of its own is open, or acked by the cursor.
enum DeliveryState {
    /// Waits for the moment its mode names; it has no place in the line yet.
    HELD(DeliveryStatus.QUEUED),
    /// In the line, gone out or not.
    OPEN(DeliveryStatus.QUEUED),
    /// The session has taken it over and not surfaced it yet.
    ACCEPTED(DeliveryStatus.ACCEPTED),
    /// Put off; a new attempt follows.
    DEFERRED(DeliveryStatus.QUEUED),
    /// Could not be surfaced; a new attempt follows if it may be tried again.
    FAILED(DeliveryStatus.FAILED),
    /// Surfaced.
    ACKED(DeliveryStatus.ACKED),
    /// Given up.
    DEAD_LETTERED(DeliveryStatus.DEAD_LETTERED),
    /// A later attempt stands for it.
    REPLACED(DeliveryStatus.FAILED);

    /// What happens to a delivery.
    enum Step {
        RELEASE,
        ACCEPT,
        DELIVER,
        DEFER,
        FAIL,
        COME_AGAIN,
        GIVE_UP
    }

    private static final Map<DeliveryState, Map<Step, DeliveryState>> TABLE = table();

    private final DeliveryStatus status;

    DeliveryState(DeliveryStatus status) {
        this.status = status;
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
        return Optional.ofNullable(TABLE.getOrDefault(this, Map.of()).get(step));
    }

    /// What is on the row.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What clients are shown, who know fewer words.
    DeliveryStatus status() {
        return status;
    }

    boolean terminal() {
        return this == ACKED || this == REPLACED;
    }

    private static Map<DeliveryState, Map<Step, DeliveryState>> table() {
        Map<DeliveryState, Map<Step, DeliveryState>> table = new EnumMap<>(DeliveryState.class);
        for (DeliveryState unsettled :
                new DeliveryState[] {HELD, OPEN, ACCEPTED, DEFERRED, FAILED}) {
            Map<Step, DeliveryState> steps = new EnumMap<>(Step.class);
            steps.put(Step.DELIVER, ACKED);
            steps.put(Step.DEFER, DEFERRED);
            steps.put(Step.FAIL, FAILED);
            steps.put(Step.ACCEPT, ACCEPTED);
            steps.put(Step.GIVE_UP, DEAD_LETTERED);
            table.put(unsettled, steps);
        }
        add(table, HELD, Step.RELEASE, OPEN);
        add(table, ACCEPTED, Step.COME_AGAIN, REPLACED);
        add(table, DEFERRED, Step.COME_AGAIN, REPLACED);
        add(table, FAILED, Step.COME_AGAIN, REPLACED);
        table.put(DEAD_LETTERED, new EnumMap<>(Map.of(Step.COME_AGAIN, REPLACED)));
        // Said twice.
        table.getOrDefault(ACCEPTED, Map.of()).remove(Step.ACCEPT);
        table.getOrDefault(FAILED, Map.of()).remove(Step.FAIL);
        return table;
    }

    private static void add(
            Map<DeliveryState, Map<Step, DeliveryState>> table,
            DeliveryState from,
            Step step,
            DeliveryState to) {
        table.computeIfAbsent(from, _ -> new EnumMap<>(Step.class)).put(step, to);
    }
}
