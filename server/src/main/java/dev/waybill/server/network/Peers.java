package dev.waybill.server.network;

import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.api.DecisionCounts;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.server.network.Neighbours.Neighbour;
import dev.waybill.server.network.NetworkDesk.PeerPage;
import dev.waybill.server.network.NetworkDesk.PeerQuery;
import dev.waybill.server.network.read.PlainTree;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Who is in a channel, here and elsewhere. Only who is in it sees who else is.
final class Peers {
    private final Supplies supplies;
    private final Sessions sessions;
    private final Roster roster;
    private final Neighbours neighbours;
    private final Pins pins;
    private final Cards cards;
    private final PeerTable table = new PeerTable();

    Peers(
            Supplies supplies,
            Sessions sessions,
            Roster roster,
            Neighbours neighbours,
            Pins pins,
            Cards cards) {
        this.supplies = supplies;
        this.sessions = sessions;
        this.roster = roster;
        this.neighbours = neighbours;
        this.pins = pins;
        this.cards = cards;
    }

    /// What is written down about peers of a channel.
    ///
    /// @param decided where it is about one peer
    private record Known(Map<String, String> keys, @Nullable DecisionCounts decided) {}

    /// Somebody, and what is to be told of it once it is clear that it is to be.
    private record Found(String channel, PeerId peer, Function<Known, PeerView> view) {
        String place() {
            return PeerQuery.place(channel, peer.value());
        }
    }

    PeerPage page(Caller caller, PeerQuery query) {
        Instant now = supplies.clock().instant();
        List<Found> found =
                scopes(caller, query.channel()).stream()
                        .flatMap(scope -> in(caller, scope, now))
                        .filter(one -> one.place().compareTo(query.after()) > 0)
                        .sorted(Comparator.comparing(Found::place))
                        .limit(query.limit() + 1L)
                        .toList();
        Map<String, Known> known = new HashMap<>();
        return new PeerPage(
                found.stream()
                        .limit(query.limit())
                        .map(
                                one ->
                                        one.view()
                                                .apply(
                                                        known.computeIfAbsent(
                                                                one.channel(),
                                                                channel -> keys(caller, channel))))
                        .toList(),
                found.size() > query.limit());
    }

    private Known keys(Caller caller, String channel) {
        return new Known(pins.ids(caller.workspace(), channel), null);
    }

    /// How many there are elsewhere, by channel.
    Map<String, Long> elsewhere(Caller caller) {
        Instant now = supplies.clock().instant();
        return scopes(caller, null).stream()
                .collect(
                        Collectors.toMap(
                                scope -> scope.channel().value(),
                                scope -> (long) neighbours.in(scope, now).size(),
                                Long::sum));
    }

    boolean knows(Scope scope, PeerId peer, Instant now) {
        return roster.find(scope, peer).isPresent()
                || neighbours.find(scope, peer, now).isPresent();
    }

    /// With all that is known of it.
    PeerView one(Caller caller, String peer, @Nullable String channel) {
        PeerId id = id(peer);
        Instant now = supplies.clock().instant();
        return scopes(caller, channel).stream()
                .filter(scope -> sees(caller, scope))
                .flatMap(scope -> one(caller, scope, id, now).stream())
                .findFirst()
                .orElseThrow(() -> missing(peer));
    }

    private Optional<PeerView> one(Caller caller, Scope scope, PeerId id, Instant now) {
        Supplier<Known> known = () -> all(caller, scope.channel().value(), id);
        return roster.find(scope, id)
                .map(peer -> view(caller, peer, known.get()))
                .or(
                        () ->
                                neighbours
                                        .find(scope, id, now)
                                        .map(neighbour -> view(neighbour, known.get(), now)));
    }

    private Known all(Caller caller, String channel, PeerId id) {
        DecisionCounts decided =
                supplies.database().read(tx -> table.decided(tx, caller.workspace(), channel, id));
        return new Known(pins.ids(caller.workspace(), channel), decided);
    }

    private List<Scope> scopes(Caller caller, @Nullable String channel) {
        return channel == null
                ? roster.of(caller.workspace()).stream().map(LocalPeer::scope).distinct().toList()
                : List.of(sessions.scope(caller.workspace(), sessions.channel(channel)));
    }

    private Stream<Found> in(Caller caller, Scope scope, Instant now) {
        if (!sees(caller, scope)) {
            return Stream.of();
        }
        String channel = scope.channel().value();
        return Stream.concat(
                roster.in(scope).stream()
                        .map(
                                peer ->
                                        new Found(
                                                channel,
                                                peer.peer(),
                                                known -> view(caller, peer, known))),
                neighbours.in(scope, now).stream()
                        .map(
                                one ->
                                        new Found(
                                                channel,
                                                one.card().peer(),
                                                known -> view(one, known, now))));
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
                Desk.column(peer.scope()),
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
                Desk.column(one.scope()),
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

    static PeerId id(String text) {
        try {
            return new PeerId(text);
        } catch (IllegalArgumentException _) {
            throw missing(text);
        }
    }

    static Refusal missing(String peer) {
        return new Refusal(
                Reason.NETWORK_PEER_NOT_FOUND, "Peer " + Shown.quoted(peer) + " not found");
    }
}
