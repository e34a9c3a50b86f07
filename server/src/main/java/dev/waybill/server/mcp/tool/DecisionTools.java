package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Acting.AS_ANYBODY;
import static dev.waybill.server.mcp.tool.OutboundTools.EXTERNAL;
import static dev.waybill.server.mcp.tool.Parameter.flag;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.word;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.mcp.Outcome;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools for what was asked of providers and somebody has to decide about.
final class DecisionTools {
    private static final String ROOT = "deliveries";
    private static final String DELIVERY_ID = "delivery_id";
    private static final String DECISION = "decision";
    private static final String REASON = "reason";
    private static final String FORCE = "force";
    private static final String APPROVE = "approve";
    private static final String REFUSE = "refuse";
    private static final String RETRY = "retry";
    private static final int SHOWN = 20;

    private DecisionTools() {}

    static List<RelayTool> all() {
        return List.of(
                tool(
                                "deliver_list",
                                "What was asked of providers",
                                "Lists what you asked of providers, and what waits for your word"
                                        + " (approval: pending), the newest first."
                                        + EXTERNAL)
                        .takes(
                                word(
                                        "approval",
                                        List.of("pending", "approved", "refused"),
                                        "pending for what waits for somebody's word."),
                                word(
                                        "status",
                                        List.of(
                                                "queued",
                                                "in_flight",
                                                "sent",
                                                "failed",
                                                "unknown",
                                                "cancelled"),
                                        "Only those."),
                                text("item_id", "Only those that answer this item."),
                                text("cursor", "The next of the answer before."))
                        .acts(AS_ANYBODY)
                        .reads()
                        .opens()
                        .does(DecisionTools::list),
                tool(
                                "deliver_decide",
                                "Decide about an attempt",
                                "Decides about one attempt: approve or refuse what waits for your"
                                        + " word, never for what you asked for yourself; retry what"
                                        + " failed or is unknown; cancel what is queued. Approving"
                                        + " needs an agent's own token. Agree only to"
                                        + " what you were asked to watch over, after deliver_status"
                                        + " showed what it is."
                                        + EXTERNAL)
                        .takes(
                                text(DELIVERY_ID, "Its id, dlv_….").must(),
                                word(
                                                DECISION,
                                                List.of(APPROVE, REFUSE, RETRY, "cancel"),
                                                "What becomes of it.")
                                        .must(),
                                text(REASON, "Why it is refused; others see it."),
                                flag(
                                        FORCE,
                                        "true to retry even what may then have been done twice."))
                        .acts(AS_ANYBODY)
                        .destroys()
                        .opens()
                        .does(DecisionTools::decide));
    }

    private static Outcome list(Turn turn) {
        Arguments given = turn.arguments();
        LocalRequest request =
                Paths.query(
                        get(ROOT, "attempts").query("limit", Integer.toString(SHOWN)),
                        given,
                        "approval",
                        "status",
                        "cursor");
        if (given.has("item_id")) {
            request = request.query("itemId", given.text("item_id"));
        }
        JsonNode answer = NetworkCalls.one(turn.ask(request), ObjectNode.class::cast);
        ObjectNode shown = Json.emptyObject();
        shown.set(ROOT, NetworkViews.each(answer.path(ROOT), OutboundViews::attempt));
        if (answer.path("nextCursor").isString()) {
            shown.set("next", answer.get("nextCursor"));
        }
        return NetworkCalls.shown(shown);
    }

    private static Outcome decide(Turn turn) {
        Arguments given = turn.arguments();
        String decision = given.text(DECISION);
        if (decision.equals(APPROVE) && !turn.own()) {
            throw unproved();
        }
        ObjectNode body = Json.emptyObject();
        if (decision.equals(REFUSE) && given.has(REASON)) {
            body.put(REASON, given.text(REASON));
        }
        if (decision.equals(RETRY) && given.has(FORCE)) {
            body.set(FORCE, given.all().get(FORCE));
        }
        LocalRequest request =
                switch (decision) {
                    case APPROVE, REFUSE, RETRY, "cancel" ->
                            post(ROOT, given.text(DELIVERY_ID), decision);
                    default ->
                            throw ToolFault.argument(
                                    "decision is none of approve, refuse, retry and cancel");
                };
        JsonNode decided = turn.ask(decision.equals("cancel") ? request : request.with(body));
        return NetworkCalls.shown(NetworkCalls.one(decided, OutboundViews::attempt));
    }

    /// Who holds the key of the workspace can ask as anybody, and would agree to what it asked for itself.
    private static ToolFault unproved() {
        return new ToolFault(
                "agent_token_required",
                "The connection holds the workspace key, and nobody agrees to what they may have asked for themselves",
                "Leave it to people (waybill deliver approve), or to an agent with a connection of its own.");
    }
}
