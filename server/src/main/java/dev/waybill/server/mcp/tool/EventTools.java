package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.OutboundTools.EXTERNAL;
import static dev.waybill.server.mcp.tool.Parameter.flag;
import static dev.waybill.server.mcp.tool.Parameter.number;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.texts;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools for what happened elsewhere and an agent should know of.
final class EventTools {
    private static final int USUAL = 20;
    private static final int MOST = 100;
    private static final String ITEM_ID = "item_id";
    private static final String ENTRY_IDS = "entry_ids";
    private static final String THROUGH = "through_entry_id";

    private EventTools() {}

    static List<RelayTool> all() {
        return List.of(
                tool(
                                "event_inbox",
                                "Event inbox",
                                "Shows what happened elsewhere that you have not settled yet,"
                                        + " oldest first: each entry with its text, its handle and what"
                                        + " can be done there. Answer with deliver_send or"
                                        + " deliver_invoke and its item_id; settle it with event_ack."
                                        + " It comes to your mailbox by itself, too."
                                        + EXTERNAL)
                        .takes(
                                text(
                                        "after",
                                        "Only entries after this one: the next of the answer"
                                                + " before."),
                                number("limit", "How many, 1 to 100; 20 if left out."),
                                flag("include_acked", "true for settled ones, too."),
                                text(ITEM_ID, "Only this item, such as one of several, in full."))
                        .reads()
                        .opens()
                        .does(EventTools::inbox),
                tool(
                                "event_ack",
                                "Settle events",
                                "Settles entries of event_inbox, and takes their messages out of"
                                        + " your mailbox: those that are named, or one with all before"
                                        + " it.")
                        .takes(
                                texts(
                                        ENTRY_IDS,
                                        "Which ones; the id of an item stands for its entry."),
                                text(THROUGH, "Or this one and all before it."))
                        .repeats()
                        .does(EventTools::ack));
    }

    private static Outcome inbox(Turn turn) {
        Arguments given = turn.arguments();
        if (given.has(ITEM_ID)) {
            LocalRequest one = get("agents", self(turn), "inbox", "items", given.text(ITEM_ID));
            return NetworkCalls.shown(NetworkCalls.one(turn.ask(one), EventViews::item));
        }
        int limit = limit(given);
        LocalRequest request =
                get("agents", self(turn), "inbox", "entries")
                        .query("include_actions", "true")
                        .query("limit", Integer.toString(limit));
        if (given.has("after")) {
            request = request.query("after_entry_id", given.text("after"));
        }
        if (given.has("include_acked")) {
            request = request.query("include_acked", given.text("include_acked"));
        }
        JsonNode entries =
                NetworkCalls.one(turn.ask(request), ObjectNode.class::cast).path("entries");
        ObjectNode shown = Json.emptyObject();
        shown.set("entries", NetworkViews.each(entries, EventViews::entry));
        if (entries.size() == limit) {
            shown.set("next", entries.get(limit - 1).path("entryId"));
        }
        return NetworkCalls.shown(shown);
    }

    private static int limit(Arguments given) {
        try {
            return given.find("limit")
                    .map(text -> Math.clamp(Long.parseLong(text), 1, MOST))
                    .orElse(USUAL);
        } catch (NumberFormatException _) {
            throw ToolFault.argument("limit is not a number");
        }
    }

    private static Outcome ack(Turn turn) {
        Arguments given = turn.arguments();
        ObjectNode body = Json.emptyObject();
        if (given.has(THROUGH)) {
            body.put("throughEntryId", given.text(THROUGH));
        }
        if (given.has(ENTRY_IDS)) {
            body.set("entryIds", given.all().get(ENTRY_IDS));
        }
        if (body.size() != 1) {
            throw ToolFault.argument("one of entry_ids and through_entry_id is needed");
        }
        return NetworkCalls.shown(turn.ask(post("agents", self(turn), "inbox", "ack").with(body)));
    }

    private static String self(Turn turn) {
        if (turn.caller() instanceof Caller.Agent agent) {
            return agent.agent().text();
        }
        throw new IllegalStateException("an inbox was to be read for nobody");
    }
}
