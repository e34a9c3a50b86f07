package dev.waybill.sdk;

import dev.waybill.protocol.json.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What an agent was registered with: what it can do, and may.
///
/// ```java
/// RelayAgent planner =
///         relay.register("planner", AgentCapabilities.of(Map.of("actions", Map.of("invoke", true))));
/// ```
///
/// @param data all of it, in the spelling of the wire
public record AgentCapabilities(JsonNode data) {
    public static final AgentCapabilities NONE = new AgentCapabilities(Json.emptyObject());

    public static AgentCapabilities of(Map<String, Object> data) {
        return new AgentCapabilities(Wire.object(data));
    }

    /// What it may do with actions.
    public ActionRights actions() {
        return new ActionRights(says("invoke"), says("register"));
    }

    /// Each is true when the agent was registered with it.
    public record ActionRights(boolean invoke, boolean register) {}

    /// True, or anything that is there and not empty.
    private boolean says(String right) {
        JsonNode value = data.path("actions").path(right);
        return value.isContainer() ? !value.isEmpty() : value.asBoolean(false);
    }
}
