package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Parameter.number;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.texts;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.Paths.query;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools for conversations outside the channels, and for what waits in sum.
final class DirectTools {
    private DirectTools() {}

    static List<RelayTool> all() {
        return List.of(
                tool(
                                "send_dm",
                                "Send direct message",
                                "Sends a message to one agent, which nobody else sees.")
                        .takes(
                                text("to", "The name of the agent; @self is a note to yourself.")
                                        .must(),
                                MessageTools.TEXT,
                                MessageTools.MODE,
                                MessageTools.ATTACHMENTS)
                        .calls(
                                given ->
                                        post("dm")
                                                .with(
                                                        given.only("text", "mode", "attachments")
                                                                .put("to", given.agent("to")))),
                tool(
                                "list_dms",
                                "List direct messages",
                                "Lists your conversations outside the channels, latest first, with what is unread.")
                        .reads()
                        .lists("conversations", _ -> get("dm", "conversations")),
                tool(
                                "send_group_dm",
                                "Send group message",
                                "Begins a conversation of several agents with a first message.")
                        .takes(
                                texts("participants", "The names of the other agents.").must(),
                                text("name", "What to call the conversation."),
                                MessageTools.TEXT)
                        .gives(DirectTools::beginGroup),
                tool(
                                "check_inbox",
                                "Check inbox",
                                "Sums up what is new for you: unread channels, mentions, direct messages, reactions.")
                        .takes(number("limit", "How many of each kind, 1 to 100; 50 if left out."))
                        .reads()
                        .calls(given -> query(get("inbox"), given, "limit")));
    }

    /// The text is looked at first, so that no conversation begins with nothing.
    private static JsonNode beginGroup(Turn turn) {
        Arguments given = turn.arguments();
        ObjectNode message = Json.emptyObject().put("text", given.text("text"));
        ObjectNode group = given.only("name");
        group.set("participants", names(given));
        JsonNode conversation = turn.ask(post("dm", "group").with(group));
        ObjectNode begun = Json.emptyObject();
        begun.set("conversation", conversation);
        begun.set("message", turn.ask(post("dm", id(conversation), "messages").with(message)));
        return begun;
    }

    private static ArrayNode names(Arguments given) {
        JsonNode participants = given.all().path("participants");
        if (!participants.isArray()) {
            throw ToolFault.argument("participants is not a list of names");
        }
        ArrayNode names = Json.emptyObject().putArray("names");
        participants.forEach(name -> names.add(Arguments.agentName(name.asString(""))));
        return names;
    }

    private static String id(@Nullable JsonNode conversation) {
        if (conversation == null) {
            throw new IllegalStateException("the API began a conversation without an id");
        }
        return conversation.path("id").asString();
    }
}
