package dev.waybill.protocol.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// How an agent's events are to be gathered. What is left out stays.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record InboxPolicyChange(
        @Nullable Boolean enabled,
        @Nullable Long windowMs,
        @Nullable Long maxItems,
        @Nullable Long maxThreadAgeMs) {
    public InboxPolicyChange {
        check("windowMs", windowMs, 3_600_000);
        check("maxItems", maxItems, 100);
        check("maxThreadAgeMs", maxThreadAgeMs, 2_592_000_000L);
    }

    private static void check(String name, @Nullable Long value, long max) {
        if (value != null && (value < 1 || value > max)) {
            throw new IllegalArgumentException(name + " is not from 1 to " + max);
        }
    }
}
