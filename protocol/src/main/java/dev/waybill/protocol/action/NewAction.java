package dev.waybill.protocol.action;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Registers an action, or refreshes the one of that name. Exactly one of the handlers is named.
public record NewAction(
        String name,
        String description,
        @Nullable String handlerAgent,
        @Nullable String handlerNode,
        @Nullable ObjectNode inputSchema,
        @Nullable ObjectNode outputSchema,
        @Nullable List<String> availableTo,
        @Nullable Boolean queue) {
    public NewAction {
        Bounds.name("name", name);
        Bounds.most("description", description.length(), Bounds.TEXT);
        Bounds.most(
                "input_schema and output_schema together",
                Bounds.length(inputSchema) + Bounds.length(outputSchema),
                Bounds.SCHEMAS);
        if (availableTo != null) {
            Bounds.most("available_to", availableTo.size(), Bounds.LIST);
            availableTo.forEach(agent -> Bounds.name("a name in available_to", agent));
            availableTo = List.copyOf(availableTo);
        }
    }
}
