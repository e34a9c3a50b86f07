package dev.waybill.protocol.trigger;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes a trigger. What is left out stays; what is null is taken away.
public record TriggerChange(
        @Nullable JsonNode channel,
        @Nullable JsonNode pattern,
        @Nullable JsonNode mention,
        @Nullable String actionName,
        @Nullable Boolean enabled) {
    public TriggerChange {
        requireText("channel", channel);
        requireText("pattern", pattern);
    }

    private static void requireText(String name, @Nullable JsonNode value) {
        if (value != null && !value.isNull() && !value.isString()) {
            throw new IllegalArgumentException(name + " is neither a string nor null");
        }
    }
}
