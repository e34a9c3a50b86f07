package dev.waybill.server.http.api;

import static dev.waybill.server.http.api.NetworkPages.READERS;
import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.ResolveDirect;
import dev.waybill.protocol.network.api.ThreadView;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.protocol.network.api.WorkView;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.network.NetworkDesk;
import dev.waybill.server.network.read.DirectRooms;
import dev.waybill.server.network.read.NetworkReads;
import dev.waybill.server.network.read.NetworkSight;
import dev.waybill.server.network.read.Threads;
import dev.waybill.server.network.read.TimelinePart;
import dev.waybill.server.network.read.WorkItems;
import org.jspecify.annotations.Nullable;

/// Answers for what peers of the network say to each other, and what they do for each other.
final class NetworkConversationEndpoints {
    private static final String CHANNEL = "/v1/network/channels/{channel}";

    private final NetworkDesk desk;
    private final NetworkReads reads;

    NetworkConversationEndpoints(NetworkDesk desk, NetworkReads reads) {
        this.desk = desk;
        this.reads = reads;
    }

    RouteTable.Section routes() {
        return RouteTable.section(
                "Conversations of the network",
                NetworkPages.listed(
                                Route.get(CHANNEL + "/threads", READERS),
                                "Only threads that come after this place, the cursor of a page; or after this thread, where it is now.")
                        .summary("Lists the threads of the channel, latest activity first.")
                        .answers(ThreadView[].class)
                        .fails(ErrorCode.INVALID_REQUEST)
                        .to(this::threads),
                Route.get(CHANNEL + "/threads/{thread}", READERS)
                        .summary("Shows a thread.")
                        .answers(ThreadView.class)
                        .fails(ErrorCode.NETWORK_THREAD_NOT_FOUND)
                        .to(this::thread),
                NetworkPages.timeline(Route.get(CHANNEL + "/threads/{thread}/messages", READERS))
                        .query("work_id", "Only messages about this work.")
                        .summary(
                                "Lists what was said in a thread, oldest first; a page holds 2 MiB at most.")
                        .answers(TimelineMessage[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.NETWORK_THREAD_NOT_FOUND)
                        .to(this::threadMessages),
                NetworkPages.listed(
                                Route.get(CHANNEL + "/directs", READERS),
                                "Only rooms that come after this place, the cursor of a page; or after this room, where it is now.")
                        .query("peer_id", "Only rooms that this peer is in.")
                        .summary(
                                "Lists the direct rooms of the channel, latest activity first; to an agent those that a session of its own is in.")
                        .answers(DirectView[].class)
                        .fails(ErrorCode.INVALID_REQUEST)
                        .to(this::directs),
                Route.post(CHANNEL + "/directs/resolve", Access.of(OWNER, AGENT))
                        .summary(
                                "Finds the direct room of a session and another peer, and opens it where there is none.")
                        .takes(ResolveDirect.class)
                        .answers(DirectView.class)
                        .fails(
                                ErrorCode.NETWORK_SESSION_NOT_FOUND,
                                ErrorCode.NETWORK_PEER_NOT_FOUND,
                                ErrorCode.NETWORK_ENVELOPE_INVALID,
                                ErrorCode.NETWORK_DISABLED)
                        .to(this::resolve),
                Route.get(CHANNEL + "/directs/{direct}", READERS)
                        .summary("Shows a direct room.")
                        .answers(DirectView.class)
                        .fails(ErrorCode.NETWORK_DIRECT_NOT_FOUND)
                        .to(this::direct),
                NetworkPages.timeline(Route.get(CHANNEL + "/directs/{direct}/messages", READERS))
                        .query("work_id", "Only messages about this work.")
                        .summary(
                                "Lists what was said in a direct room, oldest first; a page holds 2 MiB at most.")
                        .answers(TimelineMessage[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.NETWORK_DIRECT_NOT_FOUND)
                        .to(this::directMessages),
                NetworkPages.listed(
                                Route.get("/v1/network/work", READERS),
                                "Only work that comes after this place, the cursor of a page; or after this work, where it is now.")
                        .query(
                                "state",
                                "Only work that is submitted, working, needs_input, completed, failed or canceled.")
                        .query("channel", "Only work in this channel.")
                        .summary("Lists work of peers for each other, latest activity first.")
                        .answers(WorkView[].class)
                        .fails(ErrorCode.INVALID_REQUEST)
                        .to(this::works),
                Route.get("/v1/network/work/{work}", READERS)
                        .summary("Shows how work stands.")
                        .answers(WorkView.class)
                        .fails(ErrorCode.NETWORK_WORK_NOT_FOUND)
                        .to(this::work),
                NetworkPages.timeline(Route.get("/v1/network/work/{work}/messages", READERS))
                        .summary(
                                "Lists what was said about work, oldest first; a page holds 2 MiB at most.")
                        .answers(TimelineMessage[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.NETWORK_WORK_NOT_FOUND)
                        .to(this::workMessages));
    }

    private Answer threads(Call call) {
        return NetworkPages.answer(
                reads.threads()
                        .list(
                                sight(call),
                                call.path("channel"),
                                Queries.given(call, "after"),
                                NetworkPages.limit(call)),
                thread -> Threads.position(thread).text());
    }

    private Answer thread(Call call) {
        return Answer.data(
                reads.threads().show(sight(call), call.path("channel"), call.path("thread")));
    }

    private Answer threadMessages(Call call) {
        TimelinePart part = NetworkPages.part(call, true);
        return NetworkPages.answer(
                reads.threads()
                        .messages(sight(call), call.path("channel"), call.path("thread"), part),
                part);
    }

    private Answer directs(Call call) {
        return NetworkPages.answer(
                reads.rooms()
                        .list(
                                sight(call),
                                call.path("channel"),
                                Queries.given(call, "peer_id"),
                                Queries.given(call, "after"),
                                NetworkPages.limit(call)),
                room -> DirectRooms.position(room).text());
    }

    private Answer resolve(Call call) {
        return Answer.data(
                desk.resolve(call.caller(), call.path("channel"), call.body(ResolveDirect.class)));
    }

    private Answer direct(Call call) {
        return Answer.data(
                reads.rooms().show(sight(call), call.path("channel"), call.path("direct")));
    }

    private Answer directMessages(Call call) {
        TimelinePart part = NetworkPages.part(call, true);
        return NetworkPages.answer(
                reads.rooms()
                        .messages(sight(call), call.path("channel"), call.path("direct"), part),
                part);
    }

    private Answer works(Call call) {
        return NetworkPages.answer(
                reads.works()
                        .list(
                                sight(call),
                                state(Queries.given(call, "state")),
                                Queries.given(call, "channel"),
                                Queries.given(call, "after"),
                                NetworkPages.limit(call)),
                work -> WorkItems.position(work).text());
    }

    private Answer work(Call call) {
        return Answer.data(reads.works().show(sight(call), call.path("work")));
    }

    private Answer workMessages(Call call) {
        TimelinePart part = NetworkPages.part(call, false);
        return NetworkPages.answer(
                reads.works().messages(sight(call), call.path("work"), part), part);
    }

    private static NetworkSight sight(Call call) {
        return NetworkSight.of(call.caller());
    }

    private static @Nullable WorkState state(@Nullable String word) {
        if (word == null) {
            return null;
        }
        return WorkState.of(word)
                .orElseThrow(
                        () ->
                                new Problem(
                                        ErrorCode.INVALID_REQUEST,
                                        "state is no state of work: " + Shown.quoted(word)));
    }
}
