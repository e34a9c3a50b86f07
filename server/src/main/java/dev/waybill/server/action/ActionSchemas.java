package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.server.schema.JsonSchemas;
import tools.jackson.databind.JsonNode;

/// The schemas of actions as their authors wrote them, for whoever presents actions to others.
public final class ActionSchemas {
    private final JsonSchemas schemas = new JsonSchemas();

    public JsonNode input(Action action) {
        return asWritten(action.inputSchema());
    }

    public JsonNode output(Action action) {
        return asWritten(action.outputSchema());
    }

    /// One that was registered before schemas were checked is shown as it is.
    private JsonNode asWritten(JsonNode registered) {
        try {
            return schemas.of(registered).asWritten();
        } catch (IllegalArgumentException _) {
            return registered;
        }
    }
}
