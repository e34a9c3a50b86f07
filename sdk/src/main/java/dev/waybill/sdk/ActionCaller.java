package dev.waybill.sdk;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Who called an action.
///
/// ```java
/// ActionPolicy<String> careful =
///         (input, context) ->
///                 context.caller().isAgent() && context.caller().capabilities().actions().invoke()
///                         ? Policy.allow()
///                         : Policy.deny("Caller cannot invoke actions.");
/// ```
///
/// @param type `agent`, or `unknown` where the server does not say
/// @param id the agent's id; empty where the server does not say
/// @param agentType what stands behind the name: `agent`, `human` or `system`
/// @param metadata what the agent was registered with besides
public record ActionCaller(
        String type,
        String id,
        String name,
        String agentType,
        AgentCapabilities capabilities,
        JsonNode metadata) {
    private static final String AGENT = "agent";

    static ActionCaller of(JsonNode caller, @Nullable String name) {
        return new ActionCaller(
                caller.path("type").asString("unknown"),
                caller.path("id").asString(""),
                caller.path("name").asString(Objects.requireNonNullElse(name, "")),
                caller.path("agent_type").asString(""),
                new AgentCapabilities(caller.path("capabilities")),
                caller.path("metadata"));
    }

    public boolean isAgent() {
        return type.equals(AGENT);
    }
}
