package dev.waybill.server.rule;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.follow.Happening;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is known of an event, by the names that rules use. What was said or answered is not among it.
record Facts(
        String type,
        @Nullable String action,
        @Nullable String caller,
        @Nullable String agent,
        @Nullable String channel,
        @Nullable String invocationId,
        @Nullable String error,
        @Nullable String reason) {
    private static final Set<String> CALLS =
            Set.of("action.invoked", "action.completed", "action.failed", "action.denied");

    static Facts of(Happening happening) {
        JsonNode data = happening.data();
        String error = text(data, "error");
        return new Facts(
                happening.type(),
                text(data, "action_name"),
                CALLS.contains(happening.type())
                        ? first(text(data, "caller_name"), happening.agentName())
                        : null,
                first(
                        first(text(data.path("agent"), "name"), text(data, "agent_name")),
                        happening.agentName()),
                first(happening.channel(), text(data, "channel")),
                text(data, "invocation_id"),
                error,
                first(text(data, "reason"), error));
    }

    /// As it is told to those who read it by machine.
    ObjectNode event(Happening happening) {
        ObjectNode event = Json.emptyObject();
        event.put("type", type.equals("action.invoked") ? "action.called" : type);
        put(event, "action", action);
        put(event, "subject", first(caller, agent));
        put(event, "channel", channel);
        put(event, "invocation_id", invocationId);
        put(event, "error", error);
        put(event, "reason", reason);
        event.put("seq", happening.seq());
        event.put("at", Rfc3339.format(happening.at()));
        return event;
    }

    private static void put(ObjectNode event, String name, @Nullable String value) {
        if (value != null) {
            event.put(name, value);
        }
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }

    private static @Nullable String text(JsonNode data, String name) {
        JsonNode value = data.path(name);
        return value.isString() ? Objects.requireNonNull(value.asString()) : null;
    }
}
