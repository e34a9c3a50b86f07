package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.id.AgentId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is known of the session that a delivery is for: what it is doing, what it reports, and what its agent says of it
/// under `delivery` in its capabilities (`modes`, `safe_states`).
record Session(
        AgentId agent,
        String name,
        @Nullable String activity,
        boolean reportsToolCalls,
        boolean reportsMessages,
        JsonNode delivery) {
    /// Where nothing can be disturbed, unless the agent says otherwise.
    private static final List<String> SAFE_STATES = List.of("idle", "waiting", "blocked");

    /// A moment at which something that was held back may go.
    enum Moment {
        SAFE_STATE,
        TOOL_CALL,
        MESSAGE,
        FLUSH;

        /// Whether what was sent in that mode waits for it.
        boolean frees(DeliveryMode mode) {
            return switch (this) {
                case FLUSH -> true;
                case TOOL_CALL -> mode == DeliveryMode.NEXT_TOOL_CALL;
                case MESSAGE -> mode == DeliveryMode.NEXT_MESSAGE;
                case SAFE_STATE -> mode != DeliveryMode.MANUAL;
            };
        }
    }

    /// What the agent says its session can do; everything where it says nothing.
    boolean supports(DeliveryMode mode) {
        List<String> modes = modes();
        return modes.isEmpty() || modes.contains(mode.wire());
    }

    List<String> modes() {
        return words("modes");
    }

    boolean safeIn(@Nullable String state) {
        List<String> own = words("safe_states");
        return state != null && (own.isEmpty() ? SAFE_STATES : own).contains(state);
    }

    /// Whether it has said that it does something, and nothing where it can be disturbed.
    boolean prompting() {
        return activity != null && !safeIn(activity);
    }

    /// Whether something sent in that mode has to wait for its moment. A session that does not report the boundary the
    /// mode names gets it at once, and is told the mode.
    boolean mustWait(DeliveryMode mode) {
        return switch (mode) {
            case IMMEDIATE -> false;
            case MANUAL -> true;
            case ON_IDLE -> !safeIn(activity);
            case NEXT_MESSAGE -> reports(mode, reportsMessages) && !safeIn(activity);
            case NEXT_TOOL_CALL -> reports(mode, reportsToolCalls) && !safeIn(activity);
        };
    }

    private boolean reports(DeliveryMode mode, boolean hasReported) {
        return hasReported || modes().contains(mode.wire());
    }

    private List<String> words(String key) {
        List<String> words = new ArrayList<>();
        for (JsonNode one : delivery.path(key)) {
            if (one.isString()) {
                words.add(one.asString());
            }
        }
        return words;
    }
}
