package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Acting.AS_ANYBODY;
import static dev.waybill.server.mcp.tool.Acting.AS_CALLER;
import static dev.waybill.server.mcp.tool.Parameter.flag;
import static dev.waybill.server.mcp.tool.Parameter.object;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.texts;
import static dev.waybill.server.mcp.tool.Parameter.word;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.Paths.query;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import java.util.List;

/// The tools for agents, the nodes that run them, and the workspace they are in.
final class PeopleTools {
    private static final Parameter NAME = text("name", "The name of the agent.").must();
    private static final Parameter CLI =
            text("cli", "The program to run it with, such as claude, codex or gemini.").must();
    private static final Parameter CHANNEL = text("channel", "The channel it joins first.");
    private static final Parameter MODEL = text("model", "The model it runs on.");

    private PeopleTools() {}

    static List<RelayTool> all() {
        return List.of(
                tool(
                                "register_agent",
                                "Register agent",
                                "Makes an agent known to the workspace. A connection with an agent's own token is registered already, and is told so.")
                        .takes(
                                NAME,
                                word(
                                        "type",
                                        List.of("agent", "human", "system"),
                                        "What it is; agent if left out."),
                                text("persona", "What others should know of it."),
                                object("metadata", "Anything else worth keeping with it."))
                        .acts(AS_CALLER)
                        .repeats()
                        .gives(Registering::register),
                tool(
                                "list_agents",
                                "List agents",
                                "Lists the agents of the workspace and whether they are there.")
                        .takes(
                                word(
                                        "status",
                                        List.of("online", "offline", "away", "all"),
                                        "Only those; all if left out."))
                        .acts(AS_CALLER)
                        .reads()
                        .gives(Registering::list),
                tool(
                                "query_nodes",
                                "Query nodes",
                                "Lists the nodes that run agents, with what they can do and whether they are online.")
                        .takes(
                                text(
                                        "capability",
                                        "Only nodes that offer this, such as spawn:claude."),
                                text("name", "Only the node of this name."))
                        .acts(AS_ANYBODY)
                        .reads()
                        .lists("nodes", given -> query(get("nodes"), given, "capability", "name")),
                tool(
                                "add_agent",
                                "Add agent",
                                "Has a new agent started on a node that can run it, with a task.")
                        .takes(
                                NAME,
                                CLI,
                                text("task", "What it is to do.").must(),
                                CHANNEL,
                                text("persona", "How it is to behave."),
                                MODEL,
                                text("spawn_mode", "Passed on to the node."),
                                flag("exit_after_task", "It ends when the task is done."))
                        .acts(AS_ANYBODY)
                        .calls(
                                given ->
                                        post("agents", "spawn")
                                                .with(
                                                        given.only(
                                                                "name",
                                                                "cli",
                                                                "task",
                                                                "channel",
                                                                "persona",
                                                                "model",
                                                                "spawn_mode",
                                                                "exit_after_task"))),
                tool(
                                "spawn",
                                "Spawn agent",
                                "Has an agent started on a node, or taken up again where it was left.")
                        .takes(
                                NAME,
                                CLI,
                                text("task", "What it is to do."),
                                CHANNEL,
                                texts("channels", "The channels it joins."),
                                MODEL,
                                text("session_ref", "The session to take up again."),
                                text(
                                        "target_node",
                                        "The node to start it on; the one with most room if left out."))
                        .acts(AS_ANYBODY)
                        .calls(
                                given ->
                                        post("agents", "spawn")
                                                .with(
                                                        given.only(
                                                                "name",
                                                                "cli",
                                                                "task",
                                                                "channel",
                                                                "channels",
                                                                "model",
                                                                "session_ref",
                                                                "target_node"))),
                tool(
                                "remove_agent",
                                "Remove agent",
                                "Has an agent stopped by the node that runs it.")
                        .takes(
                                NAME,
                                text("reason", "Why."),
                                flag("delete_agent", "It is forgotten, too, and its name is free."))
                        .acts(AS_ANYBODY)
                        .destroys()
                        .calls(
                                given ->
                                        post("agents", "release")
                                                .with(
                                                        given.only("reason", "delete_agent")
                                                                .put("name", given.agent("name")))),
                tool(
                                "create_workspace",
                                "Create workspace",
                                "Creates another workspace. This connection stays in its own; the key in the answer is shown once.")
                        .takes(text("name", "The name of the workspace.").must())
                        .acts(AS_CALLER)
                        .calls(given -> post("workspaces").with(given.only("name"))),
                tool(
                                "set_workspace_key",
                                "Set workspace key",
                                "Not needed here: the token of the connection says which workspace it is in.")
                        .takes(
                                text("workspace_key", "Not looked at."),
                                text("api_key", "Not looked at."))
                        .acts(AS_CALLER)
                        .reads()
                        .gives(Registering::explainKeys));
    }
}
