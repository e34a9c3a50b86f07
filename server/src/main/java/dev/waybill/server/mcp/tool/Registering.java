package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.Paths.query;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.workspace.Caller;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What differs between a connection of an agent and one with the workspace key.
final class Registering {
    private Registering() {}

    /// An agent's token is a registration; prompts that begin with one go on as if it had been made.
    static JsonNode register(Turn turn) {
        String name = turn.arguments().agent("name");
        if (!(turn.caller() instanceof Caller.Agent self)) {
            return registered(turn, name);
        }
        if (!self.name().equals(name)) {
            throw new ToolFault(
                    "forbidden",
                    "This connection is agent \"" + self.name() + "\" already",
                    "Go on as \""
                            + self.name()
                            + "\"; another agent is registered with the workspace key.");
        }
        return welcomed(turn.ask(get("agent")), name, "You are registered already; go on.");
    }

    /// A name that is taken is the same agent, come again. Its token stays out of the conversation: `as` stands for it.
    private static JsonNode registered(Turn turn, String name) {
        LocalRequest request =
                post("agents")
                        .with(
                                turn.arguments()
                                        .only("type", "persona", "metadata")
                                        .put("name", name));
        String words = "Pass \"as\": \"" + name + "\" to act as this agent.";
        return switch (turn.calls().call(turn.caller(), request)) {
            case LocalCalls.Reply.Data(var data, var _) -> welcomed(data, name, words);
            case LocalCalls.Reply.Refused(var problem)
                    when problem.code() == ErrorCode.AGENT_ALREADY_EXISTS ->
                    welcomed(turn.ask(get("agents", name)), name, words);
            case LocalCalls.Reply.Refused(var problem) -> throw ToolFault.of(problem);
        };
    }

    private static JsonNode welcomed(@Nullable JsonNode agent, String name, String words) {
        ObjectNode answer =
                agent instanceof ObjectNode known ? known.deepCopy() : Json.emptyObject();
        answer.remove("token");
        return answer.put("registered_name", name).put("note", words);
    }

    /// Agents may not read all there is about each other, but who is there.
    static JsonNode list(Turn turn) {
        return RelayTool.list(
                "agents",
                turn.caller() instanceof Caller.Agent
                        ? present(turn)
                        : turn.ask(query(get("agents"), turn.arguments(), "status")));
    }

    private static JsonNode present(Turn turn) {
        String wanted = turn.arguments().find("status").orElse("all");
        ArrayNode agents = Json.emptyObject().putArray("agents");
        JsonNode all = turn.ask(get("agents", "presence"));
        if (all != null) {
            for (JsonNode each : all) {
                String status = each.path("status").asString();
                if (wanted.equals("all") || wanted.equals(status)) {
                    agents.addObject()
                            .put("id", each.path("agent_id").asString())
                            .put("name", each.path("agent_name").asString())
                            .put("status", status);
                }
            }
        }
        return agents;
    }

    static JsonNode explainKeys(Turn turn) {
        String who =
                turn.caller() instanceof Caller.Agent self
                        ? "It is agent \"" + self.name() + "\"."
                        : "It holds the workspace key; say in `as` for which agent you act.";
        return Json.emptyObject()
                .put("ok", true)
                .put(
                        "note",
                        "Nothing was changed: the token of this connection decides its workspace. "
                                + who);
    }
}
