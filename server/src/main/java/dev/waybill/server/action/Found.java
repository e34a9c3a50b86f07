package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionCaller;
import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An action that a caller may use; without a registration it is built in.
record Found(String name, @Nullable RegisteredAction registered, ActionCaller caller) {
    JsonNode inputSchema() {
        return registered == null
                ? BuiltInActions.inputSchema(name)
                : registered.action().inputSchema();
    }

    /// The caller as selectors see it.
    Chosen chosen() {
        return chosen(caller);
    }

    static Chosen chosen(ActionCaller caller) {
        return Chosen.of(caller.name(), caller.agentType(), caller.metadata());
    }

    /// Every name by which a policy may mean it.
    List<String> names() {
        return BuiltIn.names(name);
    }
}
