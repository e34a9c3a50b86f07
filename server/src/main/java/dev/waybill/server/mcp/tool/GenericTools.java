package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Acting.AS_ANYBODY;
import static dev.waybill.server.mcp.tool.Parameter.number;
import static dev.waybill.server.mcp.tool.Parameter.object;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The tools that find and call any action by its name.
final class GenericTools {
    static final String LIST = "actions.list";
    static final String INVOKE = "actions.invoke";
    static final List<String> NAMES =
            List.of(LIST, INVOKE, alias(LIST), alias(INVOKE), "get_invocation");

    private static final Parameter ACTION = text("action", "The name of the action.").must();

    private final ActionTools actions;
    private final ActionCalls calls;

    GenericTools(ActionTools actions, ActionCalls calls) {
        this.actions = actions;
        this.calls = calls;
    }

    static String alias(String name) {
        return name.replace('.', '_');
    }

    static boolean isAlias(String name) {
        return name.equals(alias(LIST)) || name.equals(alias(INVOKE));
    }

    List<RelayTool> all() {
        RelayTool list =
                tool(
                                LIST,
                                "List actions",
                                "Lists the actions you may call, with what each takes and the tool it is.")
                        .acts(AS_ANYBODY)
                        .reads()
                        .gives(turn -> actions.described(turn.caller()));
        RelayTool invoke =
                tool(
                                INVOKE,
                                "Invoke action",
                                "Calls an action by its name and waits for its result. One that takes longer is answered in your inbox.")
                        .takes(
                                ACTION,
                                object(
                                        "input",
                                        "What the action takes; actions.list shows its schema."),
                                number(
                                        "wait_seconds",
                                        "How long to wait for the result, 0 to 55; 30 if left out."))
                        .promises(ResultEnvelope.schema())
                        .does(this::invoke);
        RelayTool invocation =
                tool(
                                "get_invocation",
                                "Get invocation",
                                "Shows how far a call of an action is, and its result.")
                        .takes(ACTION, text("invocation_id", "The id of the call.").must())
                        .acts(AS_ANYBODY)
                        .reads()
                        .calls(
                                given ->
                                        get(
                                                "actions",
                                                given.text("action"),
                                                "invocations",
                                                given.text("invocation_id")));
        return List.of(
                list, list.named(alias(LIST)), invoke, invoke.named(alias(INVOKE)), invocation);
    }

    private Outcome invoke(Turn turn) throws InterruptedException {
        if (!(turn.caller() instanceof Caller.Agent agent)) {
            throw new IllegalStateException("an action was to be called by nobody");
        }
        Arguments given = turn.arguments();
        JsonNode input = given.has("input") ? given.all().get("input") : Json.emptyObject();
        if (!input.isObject()) {
            throw ToolFault.argument("input is not an object");
        }
        Duration wait =
                given.seconds("wait_seconds", ActionCalls.LONGEST_SECONDS)
                        .map(Duration::ofSeconds)
                        .orElse(ActionCalls.USUAL);
        return calls.call(agent, given.text("action"), input, wait, turn.exchange());
    }
}
