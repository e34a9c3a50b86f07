package dev.waybill.server.network;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.json.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Peers elsewhere that have shown themselves lately. Only showing oneself counts, not talking. Kept in memory: after a
/// restart everybody is asked who is there. Servers on one database tell each other.
final class Neighbours {
    /// So many may be known in one channel.
    private static final int MOST = 2_000;

    /// What a peer says of itself may be so long.
    private static final int LONGEST = 32 << 10;

    private final Duration interval;
    private final Map<Scope, Map<PeerId, Neighbour>> known = new ConcurrentHashMap<>();

    /// A peer as it was last seen.
    ///
    /// @param catalog everything it can do, where it was asked
    /// @param here whether it was seen by this server
    record Neighbour(
            Scope scope,
            PeerCard card,
            Instant lastSeen,
            Instant expiresAt,
            @Nullable RawJson catalog,
            boolean here) {
        boolean present(Instant now) {
            return now.isBefore(expiresAt);
        }
    }

    Neighbours(Duration interval) {
        this.interval = interval;
    }

    /// Whether it was not here, or says something else of itself now.
    boolean isNews(Scope scope, PeerCard card, Instant now) {
        return find(scope, card.peer(), now).filter(one -> one.card().equals(card)).isEmpty();
    }

    /// @param size of the envelope that showed it
    void saw(Scope scope, PeerCard card, @Nullable RawJson catalog, int size, Instant now) {
        if (!fits(scope, card, size)) {
            return;
        }
        Map<PeerId, Neighbour> there = known.computeIfAbsent(scope, _ -> new ConcurrentHashMap<>());
        RawJson kept = catalog == null ? catalogOf(there.get(card.peer()), card) : catalog;
        there.put(card.peer(), new Neighbour(scope, card, now, now.plus(patience()), kept, true));
    }

    /// How long a peer is there after it has shown itself.
    Duration patience() {
        return interval.multipliedBy(2);
    }

    /// Those that this server has seen since then.
    List<Neighbour> seenHere(Instant since) {
        return known.values().stream()
                .flatMap(there -> there.values().stream())
                .filter(one -> one.here() && !one.lastSeen().isBefore(since))
                .toList();
    }

    /// Whether somebody else has seen it later than this server.
    boolean isLater(NeighbourTable.Seen one) {
        Neighbour before = known.getOrDefault(one.scope(), Map.of()).get(one.peer());
        return before == null || before.lastSeen().isBefore(one.at());
    }

    /// Somebody else has seen it.
    void learn(NeighbourTable.Seen one, Envelope greeting) {
        if (greeting.content() instanceof Content.Greet(var card, var _)
                && fits(one.scope(), card, 0)) {
            known.computeIfAbsent(one.scope(), _ -> new ConcurrentHashMap<>())
                    .put(
                            card.peer(),
                            new Neighbour(
                                    one.scope(),
                                    card,
                                    one.at(),
                                    one.expiresAt(),
                                    Cards.learned(greeting),
                                    false));
        }
    }

    /// Whoever floods a channel, or says too much of itself, is not remembered; those who are stay.
    boolean fits(Scope scope, PeerCard card, int size) {
        Map<PeerId, Neighbour> there = known.getOrDefault(scope, Map.of());
        return size <= LONGEST && (there.size() < MOST || there.containsKey(card.peer()));
    }

    /// What was learnt holds as long as the card lists the same.
    private static @Nullable RawJson catalogOf(@Nullable Neighbour before, PeerCard card) {
        return before != null && before.card().capabilities().equals(card.capabilities())
                ? before.catalog()
                : null;
    }

    Optional<Neighbour> find(Scope scope, PeerId peer, Instant now) {
        return Optional.ofNullable(known.getOrDefault(scope, Map.of()).get(peer))
                .filter(one -> one.present(now));
    }

    List<Neighbour> in(Scope scope, Instant now) {
        return known.getOrDefault(scope, Map.of()).values().stream()
                .filter(one -> one.present(now))
                .toList();
    }

    /// How lately it was seen, in a word.
    String presence(Neighbour one, Instant now) {
        Duration age = Duration.between(one.lastSeen(), now);
        return age.compareTo(interval) <= 0 ? "active" : "inactive";
    }

    /// Those that were not seen for too long, who are not known any more.
    List<Neighbour> forget(Instant now) {
        List<Neighbour> gone = new ArrayList<>();
        known.values()
                .forEach(
                        there ->
                                there.values()
                                        .removeIf(
                                                one -> {
                                                    boolean over = !one.present(now);
                                                    if (over) {
                                                        gone.add(one);
                                                    }
                                                    return over;
                                                }));
        return gone;
    }

    /// Nobody listens there any more.
    void leave(Scope scope) {
        known.remove(scope);
    }
}
