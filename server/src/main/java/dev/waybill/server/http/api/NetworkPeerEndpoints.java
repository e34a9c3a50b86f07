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
import dev.waybill.server.network.read.NetworkChannels;
import dev.waybill.server.network.read.NetworkSight;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        boolean open = NetworkSight.of(call.caller()).open();
        List<PeerView> all =
                open ? desk.peers(call.caller(), Queries.given(call, "channel")) : List.of();
        int limit = Queries.limit(call, MOST, MOST);
        String after = Objects.requireNonNullElse(Queries.given(call, "after"), "");
        List<PeerView> rest =
                ordered(all.stream().filter(peer -> place(peer).compareTo(after) > 0), limit + 1);
        boolean more = rest.size() > limit;
        List<PeerView> page = more ? rest.subList(0, limit) : rest;
        return NetworkPages.answer(page, more ? place(page.getLast()) : null);
    }

    private static List<PeerView> ordered(Stream<PeerView> peers, int most) {
        return peers.sorted(Comparator.comparing(NetworkPeerEndpoints::place)).limit(most).toList();
    }

    /// No channel and no peer has a slash in its name.
    private static String place(PeerView peer) {
        return peer.channel() + "/" + peer.peerId();
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
        Map<String, List<PeerView>> peers =
                views.isEmpty() || !on(call)
                        ? Map.of()
                        : desk.peers(call.caller(), null).stream()
                                .collect(Collectors.groupingBy(PeerView::channel));
        return Answer.data(
                views.stream()
                        .map(view -> counted(view, peers.getOrDefault(view.channel(), List.of())))
                        .toList());
    }

    private Answer create(Call call) {
        return Answer.data(desk.create(call.caller(), call.body(NewNetworkChannel.class)));
    }

    private Answer show(Call call) {
        String name = call.path("channel");
        NetworkChannelView view = channels.show(NetworkSight.of(call.caller()), name);
        if (!on(call)) {
            return Answer.data(view);
        }
        List<PeerView> peers = desk.peers(call.caller(), name);
        List<NetworkSession> sessions =
                desk.sessions(call.caller()).stream()
                        .filter(session -> session.channel().equals(name))
                        .toList();
        return Answer.data(counted(view, peers).with(sessions, ordered(peers.stream(), MOST)));
    }

    /// Where the network is switched off there are no peers, but what was said is still there.
    private boolean on(Call call) {
        return desk.status(call.caller()).enabled();
    }

    private static NetworkChannelView counted(NetworkChannelView view, List<PeerView> peers) {
        int remote = (int) peers.stream().filter(peer -> !peer.local()).count();
        return view.counting(view.localPeerCount(), remote);
    }
}
