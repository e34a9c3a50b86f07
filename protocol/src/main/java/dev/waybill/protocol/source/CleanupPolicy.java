package dev.waybill.protocol.source;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// When a subscription ends by itself: `manual`, `at`, `on_terminal` or `on_terminal_or_at`.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record CleanupPolicy(String mode, @Nullable Instant at, @Nullable Long gracePeriodSecs) {
    public static final CleanupPolicy MANUAL = new CleanupPolicy("manual", null, null);

    public CleanupPolicy {
        boolean timed =
                switch (mode) {
                    case "at", "on_terminal_or_at" -> true;
                    case "manual", "on_terminal" -> false;
                    default ->
                            throw new IllegalArgumentException(
                                    "mode is not manual, at, on_terminal or on_terminal_or_at");
                };
        if (timed && at == null) {
            throw new IllegalArgumentException("at is missing");
        }
        if (gracePeriodSecs != null && (gracePeriodSecs < 0 || gracePeriodSecs > 31_536_000)) {
            throw new IllegalArgumentException("gracePeriodSecs is not from 0 to 31536000");
        }
    }

    /// Whether the end of what is tracked ends it.
    public boolean onTerminal() {
        return mode.startsWith("on_terminal");
    }
}
