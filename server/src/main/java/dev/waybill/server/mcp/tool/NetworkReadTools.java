package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Acting.AS_ANYBODY;
import static dev.waybill.server.mcp.tool.NetworkCalls.CHANNEL;
import static dev.waybill.server.mcp.tool.NetworkCalls.SESSION;
import static dev.waybill.server.mcp.tool.NetworkCalls.external;
import static dev.waybill.server.mcp.tool.NetworkCalls.filtered;
import static dev.waybill.server.mcp.tool.NetworkTools.AFTER;
import static dev.waybill.server.mcp.tool.NetworkTools.EXTERNAL;
import static dev.waybill.server.mcp.tool.NetworkTools.ROOT;
import static dev.waybill.server.mcp.tool.Parameter.number;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.word;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.wire.WireWord;
import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.mcp.Outcome;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools that read conversations of the network and the work in them.
final class NetworkReadTools {
    private static final String THREADS = "threads";
    private static final String DIRECTS = "directs";
    private static final String MESSAGES = "messages";
    private static final String WORK = "work";

    private static final Parameter CHANNEL_NEEDED =
            text(CHANNEL, "The channel of the network.").must();
    private static final Parameter LIMIT = number("limit", "How many, 1 to 100; 50 if left out.");
    private static final Parameter BEFORE_RECORD =
            text(
                    "before",
                    "Only messages before this record_id; or the next of an answer to that.");
    private static final Parameter AFTER_RECORD =
            text("after", "Only messages after this record_id; or the next of the answer before.");
    private static final Parameter KIND = text("kind", "Only this kind.");
    private static final Parameter OF_WORK = text("work_id", "Only what belongs to this work.");

    private NetworkReadTools() {}

    static List<RelayTool> all() {
        return List.of(
                reading(
                                "network_threads",
                                "Network threads",
                                "Lists the public threads of a channel of the agent network, the latest first.")
                        .takes(CHANNEL_NEEDED, LIMIT, AFTER)
                        .does(turn -> listed(turn, THREADS, NetworkViews::thread)),
                reading(
                                "network_thread_messages",
                                "Network thread messages",
                                "Shows what was said in a public thread, oldest first.")
                        .takes(
                                CHANNEL_NEEDED,
                                text("thread_id", "Which thread.").must(),
                                LIMIT,
                                BEFORE_RECORD,
                                AFTER_RECORD,
                                KIND,
                                OF_WORK)
                        .does(turn -> said(turn, THREADS, "thread_id")),
                reading(
                                "network_directs",
                                "Network direct rooms",
                                "Lists the direct rooms that you are in, the latest first.")
                        .takes(
                                CHANNEL_NEEDED,
                                text("peer_id", "Only those of this peer."),
                                LIMIT,
                                AFTER)
                        .does(turn -> listed(turn, DIRECTS, NetworkViews::direct, "peer_id")),
                tool(
                                "network_direct_resolve",
                                "Find network direct room",
                                "Finds the direct room of you and another peer; both of you get the same. Work that is handed over into it needs a new work_id."
                                        + EXTERNAL)
                        .takes(
                                CHANNEL_NEEDED,
                                text("peer_id", "The other peer.").must(),
                                NetworkTools.OF_SESSION)
                        .repeats()
                        .opens()
                        .does(NetworkReadTools::resolve),
                reading(
                                "network_direct_messages",
                                "Network direct messages",
                                "Shows what was said in a direct room, oldest first.")
                        .takes(
                                CHANNEL_NEEDED,
                                text("direct_id", "Which room.").must(),
                                LIMIT,
                                BEFORE_RECORD,
                                AFTER_RECORD,
                                KIND,
                                OF_WORK)
                        .does(turn -> said(turn, DIRECTS, "direct_id")),
                reading(
                                "network_work",
                                "Network work",
                                "Lists the work that peers do for each other, or shows one with what was said about it.")
                        .takes(
                                text("work_id", "Only this one, with its messages."),
                                word(
                                        "state",
                                        Stream.of(WorkState.values()).map(WireWord::wire).toList(),
                                        "Only what is in this state."),
                                text(CHANNEL, "Only that of this channel."),
                                LIMIT,
                                AFTER)
                        .does(NetworkReadTools::work));
    }

    private static RelayTool.Draft reading(String name, String title, String description) {
        return tool(name, title, description + EXTERNAL).acts(AS_ANYBODY).reads().opens();
    }

    private static Outcome listed(
            Turn turn, String list, Function<JsonNode, ObjectNode> view, String... filters) {
        Arguments given = turn.arguments();
        return external(
                list,
                turn.page(
                        filtered(
                                filtered(
                                        get(ROOT, "channels", given.channel(CHANNEL), list),
                                        given,
                                        "limit",
                                        "after"),
                                given,
                                filters)),
                view);
    }

    private static Outcome said(Turn turn, String list, String id) {
        Arguments given = turn.arguments();
        return external(
                MESSAGES,
                turn.page(
                        filtered(
                                get(
                                        ROOT,
                                        "channels",
                                        given.channel(CHANNEL),
                                        list,
                                        given.text(id),
                                        MESSAGES),
                                given,
                                "limit",
                                "before",
                                "after",
                                "kind",
                                "work_id")),
                NetworkViews::message);
    }

    private static Outcome resolve(Turn turn) {
        Arguments given = turn.arguments();
        ObjectNode wish = given.only("peer_id").put(SESSION, NetworkCalls.session(turn));
        return external(
                "direct",
                NetworkCalls.one(
                        turn.ask(
                                post(ROOT, "channels", given.channel(CHANNEL), DIRECTS, "resolve")
                                        .with(wish)),
                        NetworkViews::direct));
    }

    private static Outcome work(Turn turn) {
        Arguments given = turn.arguments();
        if (!given.has("work_id")) {
            return external(
                    WORK,
                    turn.page(filtered(get(ROOT, WORK), given, "state", CHANNEL, "limit", "after")),
                    NetworkViews::work);
        }
        String id = given.text("work_id");
        ObjectNode found = Json.emptyObject();
        found.set(WORK, NetworkCalls.one(turn.ask(get(ROOT, WORK, id)), NetworkViews::work));
        LocalCalls.Reply.Data said =
                turn.page(filtered(get(ROOT, WORK, id, MESSAGES), given, "limit", "after"));
        found.set(MESSAGES, NetworkViews.each(said.data(), NetworkViews::message));
        if (said.next() != null) {
            found.put("next", said.next());
        }
        return external("found", found);
    }
}
