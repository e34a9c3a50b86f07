package dev.waybill.server.network;

import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.api.DecisionCounts;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkChannelView;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NetworkStatus;
import dev.waybill.protocol.network.api.NewNetworkChannel;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.api.ResolveDirect;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.identity.PublicKeyBytes;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.CountTable.Counts;
import dev.waybill.server.network.Neighbours.Neighbour;
import dev.waybill.server.network.read.PlainTree;
import dev.waybill.server.network.transport.Link;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Answers callers who ask about the network or want something done in it.
final class Desk implements NetworkDesk {
    /// So many peers of a new channel are shown; all can be listed.
    private static final int MOST_SHOWN = 500;

    private final Supplies supplies;
    private final NetworkConfig config;
    private final Transport transport;
    private final Sessions sessions;
    private final Roster roster;
    private final Neighbours neighbours;
    private final Pins pins;
    private final Sending sending;
    private final Timeline timeline;
    private final Tally tally;
    private final Cards cards;
    private final PeerTable table = new PeerTable();
    private final CountTable counts = new CountTable();
    private final ChannelTable channels = new ChannelTable();

    Desk(
            Supplies supplies,
            NetworkConfig config,
            Transport transport,
            Sessions sessions,
            Roster roster,
            Neighbours neighbours,
            Pins pins,
            Sending sending,
            Timeline timeline,
            Tally tally,
            Cards cards) {
        this.supplies = supplies;
        this.config = config;
        this.transport = transport;
        this.sessions = sessions;
        this.roster = roster;
        this.neighbours = neighbours;
        this.pins = pins;
        this.sending = sending;
        this.timeline = timeline;
        this.tally = tally;
        this.cards = cards;
    }

    @Override
    public NetworkStatus status(Caller caller) {
        Counts there = supplies.database().read(tx -> counts.of(tx, caller.workspace()));
        DecisionCounts decided = tally.all(caller.workspace());
        Collection<LocalPeer> local = roster.of(caller.workspace());
        List<Scope> scopes = local.stream().map(LocalPeer::scope).distinct().toList();
        Instant now = now();
        Link link = transport.link();
        return new NetworkStatus(
                true,
                link.state() == Link.State.CONNECTED ? "running" : "disconnected",
                config.profile().wire(),
                link.carrier(),
                link.host(),
                link.port(),
                link.trouble(),
                link.state() == Link.State.CONNECTED ? null : link.since(),
                local.size(),
                scopes.stream().mapToInt(scope -> neighbours.in(scope, now).size()).sum(),
                scopes.size(),
                there.queued(),
                there.queuedSessions(),
                there.outbox(),
                decided.sent(),
                decided.received(),
                decided.rejected(),
                decided.delivered(),
                tally.flags(caller.workspace()),
                there.threads(),
                there.rooms(),
                there.openWork(),
                there.messages(),
                config.defaultChannel(),
                tally.kinds(caller.workspace()));
    }

    @Override
    public List<NetworkSession> sessions(Caller caller) {
        Map<String, Long> queued =
                supplies.database().read(tx -> counts.queued(tx, caller.workspace()));
        return sessions.list(caller).stream()
                .map(peer -> view(peer, queued.getOrDefault(peer.session(), 0L)))
                .toList();
    }

    @Override
    public Joined join(Caller caller, JoinNetwork wish) {
        Sessions.Joining joining = sessions.join(caller, wish);
        return new Joined(view(joining.peer(), 0), joining.created());
    }

    @Override
    public void leave(Caller caller, String session) {
        sessions.leave(caller, session);
    }

    @Override
    public List<PeerView> peers(Caller caller, @Nullable String channel) {
        Instant now = now();
        return scopes(caller, channel).stream()
                .flatMap(scope -> peers(caller, scope, now))
                .toList();
    }

    @Override
    public PeerView peer(Caller caller, String peer, @Nullable String channel) {
        PeerId id = peerId(peer);
        Instant now = now();
        return scopes(caller, channel).stream()
                .filter(scope -> sees(caller, scope))
                .flatMap(scope -> one(caller, scope, id, now).stream())
                .findFirst()
                .orElseThrow(() -> noPeer(peer));
    }

    /// With all that is known of it.
    private Optional<PeerView> one(Caller caller, Scope scope, PeerId id, Instant now) {
        String channel = scope.channel().value();
        Supplier<Known> known =
                () ->
                        supplies.database()
                                .read(
                                        tx ->
                                                new Known(
                                                        pins.ids(caller.workspace(), channel),
                                                        table.decided(
                                                                tx,
                                                                caller.workspace(),
                                                                channel,
                                                                id)));
        return roster.find(scope, id)
                .map(peer -> view(caller, peer, known.get()))
                .or(
                        () ->
                                neighbours
                                        .find(scope, id, now)
                                        .map(neighbour -> view(neighbour, known.get(), now)));
    }

    /// What is written down about peers of a channel.
    ///
    /// @param decided where it is about one peer
    private record Known(Map<String, String> keys, @Nullable DecisionCounts decided) {}

    @Override
    public NetworkChannelView create(Caller caller, NewNetworkChannel wish) {
        NetworkChannel channel = sessions.channel(wish.channel());
        Instant now = now();
        List<NetworkSession> joined =
                Objects.requireNonNullElse(wish.agentNames(), List.<String>of()).stream()
                        .map(name -> new JoinNetwork(channel.value(), name, null, null, null, null))
                        .map(one -> join(caller, one).session())
                        .toList();
        String by = caller instanceof Caller.Agent agent ? agent.name() : null;
        supplies.database()
                .write(
                        tx -> {
                            channels.keep(tx, caller.workspace(), channel, wish.purpose(), by, now);
                            return channel;
                        });
        List<PeerView> there = peers(caller, channel.value());
        int local = (int) there.stream().filter(PeerView::local).count();
        return new NetworkChannelView(
                channel.value(),
                column(sessions.scope(caller.workspace(), channel)),
                wish.purpose(),
                by,
                now,
                there.size(),
                local,
                there.size() - local,
                0,
                0,
                0,
                0,
                null,
                null,
                joined,
                there.stream().limit(MOST_SHOWN).toList());
    }

    @Override
    public DirectView resolve(Caller caller, String channel, ResolveDirect wish) {
        LocalPeer from = sessions.require(caller, wish.sessionId());
        PeerId other = peerId(wish.peerId());
        Instant now = now();
        boolean known =
                roster.find(from.scope(), other).isPresent()
                        || neighbours.find(from.scope(), other, now).isPresent();
        if (!known || !from.scope().channel().value().equals(channel)) {
            throw noPeer(wish.peerId());
        }
        if (other.equals(from.peer())) {
            throw new Refusal(Reason.INVALID_REQUEST, "peer_id: a room has two peers");
        }
        DirectId id = DirectId.between(config.wire(), from.scope(), from.peer(), other);
        Timeline.Room room = new Timeline.Room(channel, id.value(), from.peer(), other);
        return supplies.database()
                .write(tx -> timeline.open(tx, from.workspace(), room, column(from.scope()), now));
    }

    @Override
    public Sent send(Caller caller, SendEnvelope wish) {
        return sending.send(caller, wish);
    }

    @Override
    public PeerKey pin(Caller caller, String peer, PinKey key) {
        PeerId id = peerId(peer);
        NetworkChannel channel = sessions.channel(key.channel());
        PublicKeyBytes bytes = key(key.pubkey());
        Instant now = now();
        pins.pin(caller.workspace(), channel.value(), id, bytes, now);
        return new PeerKey(id.value(), channel.value(), bytes.text(), bytes.keyId(), now);
    }

    @Override
    public void unpin(Caller caller, String peer, @Nullable String channel) {
        PeerId id = peerId(peer);
        String there = sessions.channel(channel).value();
        boolean gone = pins.unpin(caller.workspace(), there, id);
        if (!gone) {
            throw new Refusal(
                    Reason.NETWORK_PEER_NOT_FOUND, "No key is pinned for peer \"" + id + '"');
        }
    }

    private List<Scope> scopes(Caller caller, @Nullable String channel) {
        return channel == null
                ? roster.of(caller.workspace()).stream().map(LocalPeer::scope).distinct().toList()
                : List.of(sessions.scope(caller.workspace(), sessions.channel(channel)));
    }

    /// Only who is in a channel sees who else is there.
    private Stream<PeerView> peers(Caller caller, Scope scope, Instant now) {
        if (!sees(caller, scope)) {
            return Stream.of();
        }
        String channel = scope.channel().value();
        Known known = new Known(pins.ids(caller.workspace(), channel), null);
        return Stream.concat(
                roster.in(scope).stream().map(peer -> view(caller, peer, known)),
                neighbours.in(scope, now).stream().map(one -> view(one, known, now)));
    }

    private boolean sees(Caller caller, Scope scope) {
        return roster.workspaces(scope).contains(caller.workspace());
    }

    private PeerView view(Caller caller, LocalPeer peer, Known known) {
        boolean own = peer.workspace().equals(caller.workspace());
        return new PeerView(
                peer.peer().value(),
                peer.displayName(),
                peer.scope().channel().value(),
                column(peer.scope()),
                true,
                own ? peer.session() : null,
                peer.peer().routeToken(),
                Cards.view(cards.of(peer), peer.introduction().capabilities()),
                peer.joinedAt(),
                null,
                null,
                "local",
                null,
                known.keys().get(peer.peer().value()),
                null,
                known.decided());
    }

    private PeerView view(Neighbour one, Known known, Instant now) {
        PeerId peer = one.card().peer();
        boolean whole = known.decided() != null;
        return new PeerView(
                peer.value(),
                one.card().displayName(),
                one.scope().channel().value(),
                column(one.scope()),
                false,
                null,
                peer.routeToken(),
                Cards.view(one.card()),
                null,
                one.lastSeen(),
                one.expiresAt(),
                neighbours.presence(one, now),
                Duration.between(one.lastSeen(), now).toSeconds(),
                known.keys().get(peer.value()),
                whole && one.catalog() != null ? PlainTree.of(one.catalog().tree()) : null,
                known.decided());
    }

    private static NetworkSession view(LocalPeer peer, long queued) {
        return new NetworkSession(
                peer.session(),
                peer.agentName(),
                peer.scope().channel().value(),
                column(peer.scope()),
                peer.peer().value(),
                peer.displayName(),
                peer.joinedAt(),
                queued);
    }

    private static @Nullable String column(Scope scope) {
        String workspace = Wire.column(scope);
        return workspace.isEmpty() ? null : workspace;
    }

    private static PeerId peerId(String text) {
        try {
            return new PeerId(text);
        } catch (IllegalArgumentException _) {
            throw noPeer(text);
        }
    }

    private static PublicKeyBytes key(String text) {
        try {
            return PublicKeyBytes.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_REQUEST, "pubkey: " + e.getMessage());
        }
    }

    private static Refusal noPeer(String peer) {
        return new Refusal(
                Reason.NETWORK_PEER_NOT_FOUND, "Peer " + Shown.quoted(peer) + " not found");
    }

    private Instant now() {
        return supplies.clock().instant();
    }
}
