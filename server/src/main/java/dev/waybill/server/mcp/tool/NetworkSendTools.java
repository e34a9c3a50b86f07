package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.NetworkCalls.CHANNEL;
import static dev.waybill.server.mcp.tool.NetworkCalls.SESSION;
import static dev.waybill.server.mcp.tool.NetworkTools.correlated;
import static dev.waybill.server.mcp.tool.Parameter.number;
import static dev.waybill.server.mcp.tool.Parameter.object;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.word;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.wire.WireWord;
import dev.waybill.server.mcp.Outcome;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools that say something to peers: words, receipts and traces, each as the kind it is.
final class NetworkSendTools {
    private static final String ACCEPTED = "accepted";
    private static final String CANCELED = "canceled";
    private static final String SAY = "say";
    private static final String FOR_ID = "for_id";

    private static final List<String> KINDS =
            List.of(SAY, "direct", "capability", "whois", "receipt", "trace");
    private static final List<String> STATUSES =
            List.of(ACCEPTED, "rejected", "duplicate", "expired", "unsupported", CANCELED);

    private static final List<Parameter> PLACE =
            List.of(
                    NetworkTools.OF_SESSION,
                    NetworkTools.IN_CHANNEL,
                    word(
                            "surface",
                            List.of("thread", "direct"),
                            "Public thread or direct room; follows from thread_id and direct_id."),
                    text("thread_id", "The public thread, thread_…; a new name begins one."),
                    text("direct_id", "The direct room; follows from `to` on the direct surface."));
    private static final List<Parameter> LINKS =
            List.of(
                    text("trace_id", "What it belongs to at large; keep that of what you answer."),
                    text("causation_id", "The message that caused it."),
                    number("expires_at", "When it is no longer good, in seconds since 1970."),
                    text("id", "Its id; the same again with the same id is sent once."));
    private static final Parameter REPLY_TO = text("reply_to", "The message it answers.");

    private NetworkSendTools() {}

    static List<RelayTool> all() {
        return List.of(send(), receipt(), trace());
    }

    private static RelayTool send() {
        return tool(
                        "network_send",
                        "Send to network",
                        correlated(
                                "Sends a message to the peers of a channel, or to one of them. Anyone may read it: put no secrets in it. work_id with `to` begins work between the two of you; work never leaves its conversation, so handing over from a public thread to a direct room takes a new work_id. Say what became of work with network_receipt and network_trace, not in words."))
                .takes(
                        all(
                                Stream.of(
                                        List.of(
                                                text("text", "What to say."),
                                                word("kind", KINDS, "What it is; say if left out."),
                                                object(
                                                        "body",
                                                        "The body of the kind, where text is not enough; a capability takes {capability: {id, summary, outcome, digest, …}}."),
                                                text(
                                                        "intent",
                                                        "Such as request, reply, handoff, summary, notice, question, proposal.")),
                                        PLACE,
                                        List.of(
                                                text(
                                                        "to",
                                                        "The one peer it is for; everyone if left out."),
                                                text("work_id", "The work it belongs to."),
                                                REPLY_TO),
                                        LINKS,
                                        List.of(
                                                object(
                                                        "ext",
                                                        "Extensions, by names with a dot in them.")))))
                .opens()
                .does(turn -> sent(turn, kind(turn), words(turn)));
    }

    private static RelayTool receipt() {
        return tool(
                        "network_receipt",
                        "Send receipt to network",
                        correlated(
                                "Tells a peer whether you take on what it sent about work. accepted has no reason_code, canceled may have one, all others need one. rejected and canceled end the work."))
                .takes(
                        all(
                                Stream.of(
                                        List.of(
                                                text(FOR_ID, "The id of the message it is about.")
                                                        .must(),
                                                word("status", STATUSES, "What became of it.")
                                                        .must(),
                                                word(
                                                        "reason_code",
                                                        Stream.of(ReasonCode.values())
                                                                .map(WireWord::wire)
                                                                .toList(),
                                                        "Why."),
                                                text("detail", "Why, in words."),
                                                text("to", "The peer that sent it.").must(),
                                                text("work_id", "The work it belongs to.").must()),
                                        PLACE,
                                        LINKS)))
                .opens()
                .does(turn -> sent(turn, "receipt", admission(turn.arguments())));
    }

    private static RelayTool trace() {
        return tool(
                        "network_trace",
                        "Send trace to network",
                        correlated(
                                "Tells a peer how far work is. completed, failed and canceled end it for good; needs_input asks the other for words."))
                .takes(
                        all(
                                Stream.of(
                                        List.of(
                                                word(
                                                                "state",
                                                                Stream.of(WorkState.values())
                                                                        .map(WireWord::wire)
                                                                        .toList(),
                                                                "How far it is.")
                                                        .must(),
                                                text("message", "The same in words."),
                                                object("result", "What came of it."),
                                                text("to", "The other peer of the work.").must(),
                                                text("work_id", "Which work.").must()),
                                        PLACE,
                                        List.of(REPLY_TO),
                                        LINKS)))
                .opens()
                .does(
                        turn ->
                                sent(
                                        turn,
                                        "trace",
                                        turn.arguments().only("state", "message", "result")));
    }

    private static Parameter[] all(Stream<List<Parameter>> parts) {
        return parts.flatMap(List::stream).toArray(Parameter[]::new);
    }

    private static String kind(Turn turn) {
        return turn.arguments().find("kind").orElse(SAY);
    }

    private static ObjectNode words(Turn turn) {
        Arguments given = turn.arguments();
        JsonNode body = given.all().path("body");
        if (body instanceof ObjectNode object) {
            return object;
        }
        if (given.has("body")) {
            throw ToolFault.argument("body is not an object");
        }
        ObjectNode speech = Json.emptyObject().put("text", given.text("text"));
        given.find("intent").ifPresent(intent -> speech.put("intent", intent));
        return speech;
    }

    private static ObjectNode admission(Arguments given) {
        String status = given.text("status");
        boolean reason = given.has("reason_code");
        if (reason && status.equals(ACCEPTED)) {
            throw ToolFault.argument("a receipt that is accepted has no reason_code");
        }
        if (!reason && !List.of(ACCEPTED, CANCELED).contains(status)) {
            throw ToolFault.argument("a receipt that is " + status + " needs a reason_code");
        }
        return given.only(FOR_ID, "status", "reason_code", "detail");
    }

    private static Outcome sent(Turn turn, String kind, ObjectNode body) {
        Arguments given = turn.arguments();
        ObjectNode envelope =
                given.only(
                        "surface",
                        "thread_id",
                        "direct_id",
                        "to",
                        "work_id",
                        "reply_to",
                        "trace_id",
                        "causation_id",
                        "expires_at",
                        "id",
                        "ext");
        place(given, kind, envelope);
        if (given.has(FOR_ID)) {
            envelope.put("reply_to", given.text(FOR_ID));
        }
        if (envelope.has("reply_to") && !envelope.has("causation_id")) {
            envelope.set("causation_id", envelope.get("reply_to"));
        }
        if (given.has(CHANNEL)) {
            envelope.put(CHANNEL, given.channel(CHANNEL));
        }
        envelope.put(SESSION, NetworkCalls.session(turn)).put("kind", kind);
        envelope.set("body", body);
        return NetworkCalls.shown(turn.ask(post(NetworkTools.ROOT, "send").with(envelope)));
    }

    /// The surface follows from the conversation that is named, or from there being one peer to talk to.
    private static void place(Arguments given, String kind, ObjectNode envelope) {
        boolean placed = !kind.equals("whois");
        if (!placed || given.has("surface")) {
            return;
        }
        if (given.has("thread_id")) {
            envelope.put("surface", "thread");
        } else if (given.has("direct_id") || given.has("to")) {
            envelope.put("surface", "direct");
        } else {
            throw ToolFault.argument(
                    "thread_id or direct_id is missing; to speak to everyone in the channel, choose a new thread_id such as thread_release");
        }
    }
}
