package dev.waybill.protocol.trigger;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks for an action to be invoked for each message that matches. `mention` is true for a message that names anyone, or
/// a name for one that names that agent.
public record NewTrigger(
        @Nullable String channel,
        @Nullable String pattern,
        @Nullable JsonNode mention,
        String actionName,
        @Nullable Boolean enabled) {
    public NewTrigger {
        if (actionName.isBlank()) {
            throw new IllegalArgumentException("action_name is blank");
        }
        if (mention != null && !mention.isNull() && !mention.isBoolean() && !mention.isString()) {
            throw new IllegalArgumentException("mention is neither true, false nor a name");
        }
    }
}
