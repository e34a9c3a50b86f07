package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.server.schema.JsonSchemas;
import tools.jackson.databind.JsonNode;

/// What actions take, as their authors wrote it, for whoever presents actions to others.
public final class ActionSchemas {
    private final JsonSchemas schemas;

    ActionSchemas(JsonSchemas schemas) {
        this.schemas = schemas;
    }

    public JsonNode input(Action action) {
        return asWritten(action.inputSchema());
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
