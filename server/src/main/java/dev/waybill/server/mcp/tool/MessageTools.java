package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Acting.AS_ANYBODY;
import static dev.waybill.server.mcp.tool.ChannelTools.CHANNEL;
import static dev.waybill.server.mcp.tool.Parameter.number;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.texts;
import static dev.waybill.server.mcp.tool.Parameter.word;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.Paths.query;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.http.route.Method;
import java.util.List;

/// The tools for what is said in channels: posting, reading, replying, reacting.
final class MessageTools {
    static final Parameter TEXT =
            text("text", "What to say; Markdown is fine, and @name mentions an agent.").must();
    static final Parameter ATTACHMENTS =
            texts("attachments", "Ids of files that were uploaded before.");
    static final Parameter MODE =
            word(
                    "mode",
                    List.of("wait", "steer"),
                    "steer gets it in front of the recipients at their next tool call; wait, the default, at their own pace.");
    private static final Parameter MESSAGE = text("message_id", "The id of the message.").must();
    private static final Parameter LIMIT = number("limit", "How many, 1 to 100; 50 if left out.");

    private MessageTools() {}

    static List<RelayTool> all() {
        return List.of(
                tool(
                                "post_message",
                                "Post message",
                                "Posts a message to a channel; everyone in it gets it.")
                        .takes(CHANNEL, TEXT, ATTACHMENTS, MODE)
                        .calls(
                                given ->
                                        post("channels", given.channel("channel"), "messages")
                                                .with(given.only("text", "attachments", "mode"))),
                tool(
                                "list_messages",
                                "List messages",
                                "Lists the messages of a channel, newest first, without the replies to them.")
                        .takes(
                                CHANNEL,
                                LIMIT,
                                text("before", "Only messages older than this id."),
                                text("after", "Only messages newer than this id."))
                        .acts(AS_ANYBODY)
                        .reads()
                        .lists(
                                "messages",
                                given ->
                                        query(
                                                get(
                                                        "channels",
                                                        given.channel("channel"),
                                                        "messages"),
                                                given,
                                                "limit",
                                                "before",
                                                "after")),
                tool(
                                "reply_to_thread",
                                "Reply to thread",
                                "Replies to a message; a reply to a reply goes to the thread they are in.")
                        .takes(MESSAGE, TEXT)
                        .calls(
                                given ->
                                        post("messages", given.text("message_id"), "replies")
                                                .with(given.only("text"))),
                tool(
                                "get_message_thread",
                                "Get message thread",
                                "Shows a message and the replies to it, oldest first.")
                        .takes(MESSAGE, LIMIT)
                        .acts(AS_ANYBODY)
                        .reads()
                        .calls(
                                given ->
                                        query(
                                                get(
                                                        "messages",
                                                        given.text("message_id"),
                                                        "replies"),
                                                given,
                                                "limit")),
                tool("add_reaction", "Add reaction", "Reacts to a message with an emoji.")
                        .takes(MESSAGE, Emoji.PARAMETER)
                        .repeats()
                        .calls(
                                given ->
                                        post("messages", given.text("message_id"), "reactions")
                                                .with(
                                                        Json.emptyObject()
                                                                .put("emoji", Emoji.of(given)))),
                tool("remove_reaction", "Remove reaction", "Takes back your reaction to a message.")
                        .takes(MESSAGE, Emoji.PARAMETER)
                        .repeats()
                        .calls(
                                given ->
                                        Paths.of(
                                                Method.DELETE,
                                                "messages",
                                                given.text("message_id"),
                                                "reactions",
                                                Emoji.of(given))),
                tool(
                                "search_messages",
                                "Search messages",
                                "Finds messages that hold all the words, best first.")
                        .takes(
                                text("query", "Words, and \"phrases\" in quotation marks.").must(),
                                text("channel", "Only in this channel."),
                                text("from", "Only by this agent."),
                                number("limit", "How many, 1 to 100; 20 if left out."))
                        .acts(AS_ANYBODY)
                        .reads()
                        .lists("results", MessageTools::search),
                tool(
                                "mark_message_read",
                                "Mark message read",
                                "Marks a message as read, which settles its delivery to you.")
                        .takes(MESSAGE)
                        .repeats()
                        .calls(given -> post("messages", given.text("message_id"), "read")),
                tool(
                                "get_message_readers",
                                "Get message readers",
                                "Lists who has read a message, and since when.")
                        .takes(MESSAGE)
                        .acts(AS_ANYBODY)
                        .reads()
                        .lists(
                                "readers",
                                given -> get("messages", given.text("message_id"), "readers")));
    }

    private static LocalRequest search(Arguments given) {
        LocalRequest asked = query(get("search").query("q", given.text("query")), given, "limit");
        if (given.has("channel")) {
            asked = asked.query("channel", given.channel("channel"));
        }
        return given.has("from") ? asked.query("from", given.agent("from")) : asked;
    }
}
