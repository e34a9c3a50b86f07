package dev.waybill.server.network;

import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.api.DecisionCounts;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NetworkStatus;
import dev.waybill.protocol.network.api.NewNetworkChannel;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.api.ResolveDirect;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.identity.PublicKeyBytes;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.CountTable.Counts;
import dev.waybill.server.network.transport.Link;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Answers callers who ask about the network or want something done in it.
final class Desk implements NetworkDesk {
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
    private final Peers peers;
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
            Peers peers) {
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
        this.peers = peers;
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
    public PeerPage peers(Caller caller, PeerQuery query) {
        return peers.page(caller, query);
    }

    @Override
    public Map<String, Long> elsewhere(Caller caller) {
        return peers.elsewhere(caller);
    }

    @Override
    public PeerView peer(Caller caller, String peer, @Nullable String channel) {
        return peers.one(caller, peer, channel);
    }

    @Override
    public String create(Caller caller, NewNetworkChannel wish) {
        NetworkChannel channel = sessions.channel(wish.channel());
        Objects.requireNonNullElse(wish.agentNames(), List.<String>of()).stream()
                .map(name -> new JoinNetwork(channel.value(), name, null, null, null, null))
                .forEach(one -> join(caller, one));
        String by = caller instanceof Caller.Agent agent ? agent.name() : null;
        return supplies.database()
                .write(
                        tx -> {
                            channels.keep(
                                    tx, caller.workspace(), channel, wish.purpose(), by, now());
                            return channel.value();
                        });
    }

    @Override
    public DirectView resolve(Caller caller, String channel, ResolveDirect wish) {
        LocalPeer from = sessions.require(caller, wish.sessionId());
        PeerId other = Peers.id(wish.peerId());
        Instant now = now();
        if (!peers.knows(from.scope(), other, now)
                || !from.scope().channel().value().equals(channel)) {
            throw Peers.missing(wish.peerId());
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
        PeerId id = Peers.id(peer);
        NetworkChannel channel = sessions.channel(key.channel());
        PublicKeyBytes bytes = key(key.pubkey());
        Instant now = now();
        pins.pin(caller.workspace(), channel.value(), id, bytes, now);
        return new PeerKey(id.value(), channel.value(), bytes.text(), bytes.keyId(), now);
    }

    @Override
    public void unpin(Caller caller, String peer, @Nullable String channel) {
        PeerId id = Peers.id(peer);
        String there = sessions.channel(channel).value();
        boolean gone = pins.unpin(caller.workspace(), there, id);
        if (!gone) {
            throw new Refusal(
                    Reason.NETWORK_PEER_NOT_FOUND, "No key is pinned for peer \"" + id + '"');
        }
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

    static @Nullable String column(Scope scope) {
        String workspace = Wire.column(scope);
        return workspace.isEmpty() ? null : workspace;
    }

    private static PublicKeyBytes key(String text) {
        try {
            return PublicKeyBytes.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_REQUEST, "pubkey: " + e.getMessage());
        }
    }

    private Instant now() {
        return supplies.clock().instant();
    }
}
