package dev.waybill.server.http.api;

import static dev.waybill.server.http.api.NetworkPages.READERS;
import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.network.api.NetworkChannelView;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NewNetworkChannel;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.network.NetworkDesk;
import dev.waybill.server.network.NetworkDesk.PeerPage;
import dev.waybill.server.network.NetworkDesk.PeerQuery;
import dev.waybill.server.network.read.NetworkChannels;
import dev.waybill.server.network.read.NetworkSight;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Answers for the peers of the network, the keys they are known by, and the channels they are in.
final class NetworkPeerEndpoints {
    private static final int MOST = 500;

    private final NetworkDesk desk;
    private final NetworkChannels channels;

    NetworkPeerEndpoints(NetworkDesk desk, NetworkChannels channels) {
        this.desk = desk;
        this.channels = channels;
    }

    RouteTable.Section routes() {
        return RouteTable.section(
                "Peers and channels of the network",
                Route.get("/v1/network/peers", READERS)
                        .summary(
                                "Lists the peers of a channel, or of all, here and elsewhere, by channel and id.")
                        .query("channel", "Only those in this channel.")
                        .query("limit", "How many, 1 to 500; 500 if left out or not a number.")
                        .query(
                                "after",
                                "Only those that come after this place: the cursor of a page.")
                        .answers(PeerView[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.NETWORK_DISABLED)
                        .to(this::peers),
                Route.get("/v1/network/peers/{peer}", READERS)
                        .summary(
                                "Shows a peer, and what it says of itself; none of that is proven.")
                        .query("channel", "In which channel it is looked for; in all if left out.")
                        .answers(PeerView.class)
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.NETWORK_PEER_NOT_FOUND,
                                ErrorCode.NETWORK_DISABLED)
                        .to(this::peer),
                Route.put("/v1/network/peers/{peer}/key", Access.of(OWNER))
                        .summary(
                                "Names the key that a peer is known by: what it signed is `verified` from now on, and anything else in its name is refused.")
                        .takes(PinKey.class)
                        .answers(PeerKey.class)
                        .fails(ErrorCode.NETWORK_PEER_NOT_FOUND, ErrorCode.NETWORK_DISABLED)
                        .to(this::pin),
                Route.delete("/v1/network/peers/{peer}/key", Access.of(OWNER))
                        .summary("Forgets the key of a peer.")
                        .query("channel", "In which channel; in the usual one if left out.")
                        .answersNothing()
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.NETWORK_PEER_NOT_FOUND,
                                ErrorCode.NETWORK_DISABLED)
                        .to(this::unpin),
                Route.get("/v1/network/channels", READERS)
                        .summary(
                                "Lists the channels of the network that the workspace knows, by name, without those who are in them.")
                        .answers(NetworkChannelView[].class)
                        .to(this::list),
                Route.post("/v1/network/channels", Access.of(OWNER, AGENT))
                        .summary("Makes a channel of the network known, and has agents join it.")
                        .takes(NewNetworkChannel.class)
                        .answers(201, NetworkChannelView.class)
                        .fails(
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.NETWORK_ENVELOPE_INVALID,
                                ErrorCode.NETWORK_ID_CONFLICT,
                                ErrorCode.NETWORK_DISABLED)
                        .to(this::create),
                Route.get("/v1/network/channels/{channel}", READERS)
                        .summary(
                                "Shows a channel of the network, with the sessions and the first 500 peers in it.")
                        .answers(NetworkChannelView.class)
                        .fails(ErrorCode.NETWORK_CHANNEL_NOT_FOUND)
                        .to(this::show));
    }

    private Answer peers(Call call) {
        if (!NetworkSight.of(call.caller()).open()) {
            return NetworkPages.answer(List.of(), null);
        }
        PeerPage page =
                desk.peers(
                        call.caller(),
                        new PeerQuery(
                                Queries.given(call, "channel"),
                                Objects.requireNonNullElse(Queries.given(call, "after"), ""),
                                Queries.limit(call, MOST, MOST)));
        return NetworkPages.answer(page.peers(), page.more() ? place(page.peers()) : null);
    }

    private static String place(List<PeerView> page) {
        return PeerQuery.place(page.getLast().channel(), page.getLast().peerId());
    }

    private Answer peer(Call call) {
        if (!NetworkSight.of(call.caller()).open()) {
            throw new Problem(
                    ErrorCode.NETWORK_PEER_NOT_FOUND,
                    "Peer " + Shown.quoted(call.path("peer")) + " not found");
        }
        return Answer.data(
                desk.peer(call.caller(), call.path("peer"), Queries.given(call, "channel")));
    }

    private Answer pin(Call call) {
        return Answer.data(desk.pin(call.caller(), call.path("peer"), call.body(PinKey.class)));
    }

    private Answer unpin(Call call) {
        desk.unpin(call.caller(), call.path("peer"), Queries.given(call, "channel"));
        return Answer.empty();
    }

    private Answer list(Call call) {
        List<NetworkChannelView> views = channels.list(NetworkSight.of(call.caller()));
        Map<String, Long> elsewhere =
                views.isEmpty() || !on(call) ? Map.of() : desk.elsewhere(call.caller());
        return Answer.data(views.stream().map(view -> counted(view, elsewhere)).toList());
    }

    private Answer create(Call call) {
        return Answer.data(
                whole(call, desk.create(call.caller(), call.body(NewNetworkChannel.class))));
    }

    private Answer show(Call call) {
        return Answer.data(whole(call, call.path("channel")));
    }

    private NetworkChannelView whole(Call call, String name) {
        NetworkChannelView view = channels.show(NetworkSight.of(call.caller()), name);
        if (!on(call)) {
            return view;
        }
        List<PeerView> peers = desk.peers(call.caller(), new PeerQuery(name, "", MOST)).peers();
        List<NetworkSession> sessions =
                desk.sessions(call.caller()).stream()
                        .filter(session -> session.channel().equals(name))
                        .toList();
        return counted(view, desk.elsewhere(call.caller())).with(sessions, peers);
    }

    /// Where the network is switched off there are no peers, but what was said is still there.
    private boolean on(Call call) {
        return desk.status(call.caller()).enabled();
    }

    private static NetworkChannelView counted(
            NetworkChannelView view, Map<String, Long> elsewhere) {
        long remote = elsewhere.getOrDefault(view.channel(), 0L);
        return view.counting(view.localPeerCount(), (int) remote);
    }
}
