package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionSchemas;
import dev.waybill.server.action.ActionSet;
import dev.waybill.server.action.Actions;
import dev.waybill.server.mcp.Exchange;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.mcp.Tool;
import dev.waybill.server.workspace.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One tool for each action that an agent may call.
final class ActionTools {
    private final Actions actions;
    private final ActionSchemas schemas;
    private final ActionCalls calls;
    private final Set<String> taken;

    /// The names in `taken` are tools of the relay's own.
    ActionTools(ActionSet set, ActionCalls calls, Set<String> taken) {
        this.actions = set.actions();
        this.schemas = set.schemas();
        this.calls = calls;
        this.taken = Set.copyOf(taken);
    }

    /// The workspace key calls no actions itself, so it gets none; `actions.invoke` with `as` does that.
    List<Tool> list(Caller caller, ToolNames shown) {
        if (!(caller instanceof Caller.Agent)) {
            return List.of();
        }
        List<Action> visible = actions.callable(caller);
        ActionNames names = names(visible);
        List<Tool> tools = new ArrayList<>();
        for (Action action : visible) {
            ActionNames.Named named = names.of(action.name());
            add(tools, shown, action, named.verbatim(), false);
            add(tools, shown, action, named.alias(), true);
        }
        return tools;
    }

    /// Empty when there is no such tool.
    Optional<Outcome> call(
            Caller.Agent agent, String tool, ObjectNode arguments, Exchange exchange) {
        List<Action> visible = actions.callable(agent);
        String name = names(visible).action(tool).orElse(null);
        for (Action action : visible) {
            if (action.name().equals(name)) {
                return Optional.of(
                        calls.call(
                                agent,
                                action.name(),
                                HostSchema.of(schemas.input(action)).input(arguments),
                                ActionCalls.USUAL,
                                exchange));
            }
        }
        return calls.refused(agent, tool, arguments, exchange);
    }

    /// What there is to call, with the names it has as tools.
    JsonNode described(Caller caller) {
        List<Action> visible = actions.callable(caller);
        ActionNames names = names(visible);
        ObjectNode all = Json.emptyObject();
        all.putArray("actions");
        for (Action action : visible) {
            ActionNames.Named named = names.of(action.name());
            ObjectNode each =
                    all.withArray("actions")
                            .addObject()
                            .put("name", action.name())
                            .put("description", action.description());
            each.set("input_schema", schemas.input(action));
            each.put("handler", handler(action));
            each.put("tool", named.alias() == null ? named.verbatim() : named.alias());
        }
        return all;
    }

    private ActionNames names(List<Action> visible) {
        return new ActionNames(taken, visible.stream().map(Action::name).distinct().toList());
    }

    private void add(
            List<Tool> tools,
            ToolNames shown,
            Action action,
            @Nullable String name,
            boolean alias) {
        if (name != null && shown.shows(name, alias)) {
            tools.add(
                    new Tool(
                            name,
                            action.name(),
                            description(action, name),
                            HostSchema.of(schemas.input(action)).schema(),
                            ResultEnvelope.schema(),
                            null));
        }
    }

    private static String description(Action action, String name) {
        String words = action.description().isBlank() ? "An action." : action.description();
        return name.equals(action.name()) ? words : words + " (action " + action.name() + ")";
    }

    private static @Nullable String handler(Action action) {
        return action.handlerAgent() == null ? action.handlerNode() : action.handlerAgent();
    }
}
