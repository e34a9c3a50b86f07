package dev.waybill.server.http.api;

import static dev.waybill.server.http.api.NetworkPages.READERS;
import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.network.api.InboxEntry;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NetworkStatus;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.network.NetworkDesk;
import dev.waybill.server.network.read.NetworkSight;
import dev.waybill.server.network.read.Page;
import dev.waybill.server.network.read.SessionInbox;
import java.util.List;
import java.util.Objects;

/// Answers for taking part in the network: who does, what they send and what waits for them.
final class NetworkEndpoints {
    private static final Access PARTAKERS = Access.of(OWNER, AGENT);

    private final NetworkDesk desk;
    private final SessionInbox inbox;

    NetworkEndpoints(NetworkDesk desk, SessionInbox inbox) {
        this.desk = desk;
        this.inbox = inbox;
    }

    RouteTable.Section routes() {
        return RouteTable.section(
                "Agent network",
                Route.get("/v1/network/status", READERS)
                        .summary("Shows how the network is, seen from here.")
                        .answers(NetworkStatus.class)
                        .to(call -> Answer.data(desk.status(call.caller()))),
                Route.get("/v1/network/sessions", READERS)
                        .summary(
                                "Lists who takes part in the network; to an agent its own sessions.")
                        .answers(NetworkSession[].class)
                        .fails(ErrorCode.NETWORK_DISABLED)
                        .to(this::sessions),
                Route.post("/v1/network/sessions", PARTAKERS)
                        .summary(
                                "Makes an agent a peer in a channel of the network; 200 and the same session if it is one already. The workspace says in `agent` which.")
                        .takes(JoinNetwork.class)
                        .answers(201, NetworkSession.class)
                        .fails(
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.NETWORK_ENVELOPE_INVALID,
                                ErrorCode.NETWORK_ID_CONFLICT,
                                ErrorCode.NETWORK_DISABLED)
                        .to(this::join),
                Route.delete("/v1/network/sessions/{session}", PARTAKERS)
                        .summary("Ends a session; what waits for it is gone.")
                        .answersNothing()
                        .fails(ErrorCode.NETWORK_SESSION_NOT_FOUND, ErrorCode.NETWORK_DISABLED)
                        .to(this::leave),
                Route.post("/v1/network/send", PARTAKERS)
                        .summary(
                                "Sends a message of a session; answered when it is durable. The same `id` with the same content is answered 200 and sent once.")
                        .takes(SendEnvelope.class)
                        .answers(201, SentEnvelope.class)
                        .fails(
                                ErrorCode.FORBIDDEN,
                                ErrorCode.NETWORK_SESSION_NOT_FOUND,
                                ErrorCode.NETWORK_PEER_NOT_FOUND,
                                ErrorCode.NETWORK_WORK_NOT_FOUND,
                                ErrorCode.NETWORK_WORK_CLOSED,
                                ErrorCode.NETWORK_CONTAINER_MISMATCH,
                                ErrorCode.NETWORK_ID_CONFLICT,
                                ErrorCode.NETWORK_ENVELOPE_INVALID,
                                ErrorCode.NETWORK_PAYLOAD_TOO_LARGE,
                                ErrorCode.NETWORK_DISABLED)
                        .to(this::send),
                NetworkPages.listed(
                                Route.get("/v1/network/inbox", PARTAKERS),
                                "Only what comes after this place: the cursor of a page.")
                        .summary(
                                "Lists what a session will be told next, in that order and in those words; a page holds 2 MiB of envelopes at most.")
                        .query("session_id", "Of which session.")
                        .query("session", "The same.")
                        .query(
                                "wait",
                                "How long to wait for something to come, such as 20s or 500ms, up to 60s.")
                        .answers(InboxEntry[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.NETWORK_SESSION_NOT_FOUND)
                        .to(this::inbox));
    }

    private Answer sessions(Call call) {
        boolean open = NetworkSight.of(call.caller()).open();
        return Answer.data(open ? desk.sessions(call.caller()) : List.of());
    }

    private Answer join(Call call) {
        NetworkDesk.Joined joined = desk.join(call.caller(), call.body(JoinNetwork.class));
        return Answer.data(joined.session()).withStatus(joined.created() ? 201 : 200);
    }

    private Answer leave(Call call) {
        desk.leave(call.caller(), call.path("session"));
        return Answer.empty();
    }

    private Answer send(Call call) {
        NetworkDesk.Sent sent = desk.send(call.caller(), call.body(SendEnvelope.class));
        return Answer.data(sent.envelope()).withStatus(sent.created() ? 201 : 200);
    }

    private Answer inbox(Call call) {
        String named = Queries.given(call, "session_id");
        String session = named == null ? Queries.given(call, "session") : named;
        if (session == null) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "session_id is missing");
        }
        NetworkSight sight = NetworkSight.of(call.caller());
        long after = Objects.requireNonNullElse(Queries.id(call, "after", "place"), 0L);
        SessionInbox.Part part = new SessionInbox.Part(after, NetworkPages.limit(call));
        SessionInbox.Listing listing =
                call.query("wait")
                        .map(Waiting::parse)
                        .map(time -> inbox.await(sight, session, part, time, call::wanted))
                        .orElseGet(() -> inbox.list(sight, session, part));
        Page<InboxEntry> page = listing.page();
        return NetworkPages.answer(
                page.items(), page.more() ? Long.toString(listing.last()) : null);
    }
}
