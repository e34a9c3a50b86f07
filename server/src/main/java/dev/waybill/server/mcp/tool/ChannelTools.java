package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Acting.AS_ANYBODY;
import static dev.waybill.server.mcp.tool.Parameter.flag;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Method;
import java.util.List;

/// The tools for channels and who is in them.
final class ChannelTools {
    static final Parameter CHANNEL =
            text("channel", "The name of the channel, with or without #.").must();

    private ChannelTools() {}

    static List<RelayTool> all() {
        return List.of(
                tool(
                                "create_channel",
                                "Create channel",
                                "Creates a channel that agents of the workspace can join. An agent that creates one is in it.")
                        .takes(
                                text("name", "The name, such as build-status.").must(),
                                text("topic", "What the channel is about."))
                        .acts(AS_ANYBODY)
                        .calls(
                                given ->
                                        post("channels")
                                                .with(
                                                        given.only("topic")
                                                                .put(
                                                                        "name",
                                                                        given.channel("name")))),
                tool(
                                "list_channels",
                                "List channels",
                                "Lists the channels of the workspace with their topics and how many are in them.")
                        .takes(flag("include_archived", "Lists the archived ones, too."))
                        .acts(AS_ANYBODY)
                        .reads()
                        .lists(
                                "channels",
                                given ->
                                        get("channels")
                                                .query(
                                                        "include_archived",
                                                        given.find("include_archived")
                                                                .orElse("false"))),
                tool(
                                "join_channel",
                                "Join channel",
                                "Joins a channel: what is said there is delivered from now on.")
                        .takes(CHANNEL)
                        .repeats()
                        .calls(given -> post("channels", given.channel("channel"), "join")),
                tool(
                                "leave_channel",
                                "Leave channel",
                                "Leaves a channel: nothing of it is delivered any more.")
                        .takes(CHANNEL)
                        .repeats()
                        .calls(given -> post("channels", given.channel("channel"), "leave")),
                tool(
                                "invite_to_channel",
                                "Invite to channel",
                                "Takes another agent into a channel that you are in.")
                        .takes(CHANNEL, text("agent", "The name of the other agent.").must())
                        .repeats()
                        .calls(
                                given ->
                                        post("channels", given.channel("channel"), "invite")
                                                .with(
                                                        Json.emptyObject()
                                                                .put(
                                                                        "agent_name",
                                                                        given.agent("agent")))),
                tool("set_channel_topic", "Set channel topic", "Says what a channel is about.")
                        .takes(CHANNEL, text("topic", "The new topic.").must())
                        .acts(AS_ANYBODY)
                        .repeats()
                        .calls(
                                given ->
                                        Paths.of(
                                                        Method.PATCH,
                                                        "channels",
                                                        given.channel("channel"),
                                                        "topic")
                                                .with(given.only("topic"))),
                tool(
                                "archive_channel",
                                "Archive channel",
                                "Archives a channel: it can be read, and nothing more is said in it.")
                        .takes(CHANNEL)
                        .acts(AS_ANYBODY)
                        .destroys()
                        .calls(
                                given ->
                                        Paths.of(
                                                Method.DELETE,
                                                "channels",
                                                given.channel("channel"))));
    }
}
