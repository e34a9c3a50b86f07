package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The built-in actions as callers discover them. Whoever registers one of the names takes its place.
final class BuiltInActions {
    private static final Json JSON = new Json(JsonLimits.STORED);

    private static final Action CREATE =
            action(
                    BuiltIn.CREATE,
                    "Create a managed agent session on a node that runs such agents.",
                    """
                    {"type":"object","required":["name","harness"],"properties":{
                      "name":{"type":"string","minLength":1,"maxLength":128,"description":"The name of the new agent."},
                      "harness":{"type":"string","minLength":1,"maxLength":120,
                        "description":"The program that runs it, such as claude, codex, opencode or openclaw."},
                      "task":{"type":"string","description":"What the agent is to do first."},
                      "channels":{"type":"array","items":{"type":"string"},"default":[],
                        "description":"The channels it joins."},
                      "model":{"type":"string"},
                      "target_node":{"type":"string",
                        "description":"The node to run it, by name, or self; by default the one with most room."},
                      "session_ref":{"type":"string","description":"A session to go on with."}}}
                    """,
                    """
                    {"type":"object","properties":{"agent_id":{"type":"string"},"name":{"type":"string"}}}
                    """);
    private static final Action RELEASE =
            action(
                    BuiltIn.REMOVE,
                    "Stop a managed agent session.",
                    """
                    {"type":"object","required":["name"],"properties":{
                      "name":{"type":"string","minLength":1,"maxLength":128},
                      "reason":{"type":"string"},
                      "delete_agent":{"type":"boolean","default":false,
                        "description":"Whether the agent is removed as well."}}}
                    """,
                    """
                    {"type":"object","properties":{"released":{"type":"boolean"}}}
                    """);
    private static final Action STATUS =
            action(
                    BuiltIn.STATUS,
                    "Tell how an agent is: its status, its node, and what waits for it.",
                    """
                    {"type":"object","required":["name"],"properties":{
                      "name":{"type":"string","minLength":1,"maxLength":128}}}
                    """,
                    """
                    {"type":"object","properties":{"name":{"type":"string"},"status":{"type":"string"}}}
                    """);

    private BuiltInActions() {}

    static List<Action> all() {
        return List.of(CREATE, RELEASE, STATUS);
    }

    /// Those whose names nobody has taken.
    static Stream<Action> besides(Set<String> taken) {
        return all().stream().filter(action -> !taken.contains(action.name()));
    }

    static Optional<Action> find(String name) {
        return all().stream().filter(action -> action.name().equals(name)).findFirst();
    }

    /// What its input has to look like; anything for the older names, which nodes check themselves.
    static JsonNode inputSchema(String name) {
        return find(name).map(Action::inputSchema).orElseGet(Json::emptyObject);
    }

    private static Action action(String name, String description, String input, String output) {
        return new Action(
                new ActionId("act_" + name),
                name,
                description,
                null,
                null,
                null,
                JSON.tree(input),
                JSON.tree(output),
                null,
                true,
                Instant.EPOCH);
    }
}
