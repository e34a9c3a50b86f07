package dev.waybill.server.network;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.Wording;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.server.network.NeighbourTable.Seen;
import dev.waybill.server.network.Neighbours.Neighbour;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Tells servers on one database of each other's neighbours: what is published reaches one of them, and so does a
/// greeting. SQLite is used by one server, which knows them all.
final class Neighbourhood {
    static final Duration INTERVAL = Duration.ofSeconds(2);

    /// What others have written within that time is looked at again, as they may have been slow.
    private static final Duration OVERLAP = Duration.ofSeconds(10);

    private static final int PAGE = 2_000;

    /// Some things are said only with a proof, which proves nothing and is not kept.
    private static final RawJson KEPT = new ObjectText().put("kept", 1).done();

    private final Database database;
    private final InstantSource clock;
    private final Wire wire;
    private final Names names;
    private final Roster roster;
    private final Neighbours neighbours;
    private final Events events;
    private final NeighbourTable table = new NeighbourTable();
    private Instant told = Instant.MIN;
    private Instant heard = Instant.MIN;

    Neighbourhood(
            Database database,
            InstantSource clock,
            Wire wire,
            Names names,
            Roster roster,
            Neighbours neighbours,
            Events events) {
        this.database = database;
        this.clock = clock;
        this.wire = wire;
        this.names = names;
        this.roster = roster;
        this.neighbours = neighbours;
        this.events = events;
    }

    /// Writes down who was seen here, and reads who was seen elsewhere.
    synchronized void exchange() {
        if (alone()) {
            return;
        }
        Instant now = clock.instant();
        tell(now);
        hear(now);
    }

    /// Those who were not seen for too long are gone, for everybody.
    synchronized void forget() {
        exchange();
        Instant now = clock.instant();
        List<Neighbour> gone = neighbours.forget(now);
        if (alone() && !gone.isEmpty()) {
            database.write(
                    tx -> {
                        gone.forEach(
                                one -> vanished(tx, one.scope(), one.card().peer().value(), now));
                        return gone.size();
                    });
        }
        if (!alone() && !database.read(tx -> table.over(tx, now, 1)).isEmpty()) {
            database.write(
                    tx -> {
                        table.over(tx, now, PAGE).stream()
                                .filter(one -> table.forget(tx, one, now))
                                .forEach(one -> vanished(tx, one.scope(), one.peer().value(), now));
                        return true;
                    });
        }
    }

    private void tell(Instant now) {
        List<Seen> seen =
                neighbours.seenHere(told).stream()
                        .map(this::seen)
                        .sorted(Comparator.comparing(one -> one.peer().value()))
                        .toList();
        if (!seen.isEmpty()) {
            database.write(
                    tx -> {
                        table.keep(tx, seen);
                        return seen.size();
                    });
        }
        told = now.minus(INTERVAL);
    }

    private void hear(Instant now) {
        // When the clock has been set back, what was heard until then says nothing of what comes.
        boolean ahead = heard.isAfter(now.plus(neighbours.patience()));
        Instant from = ahead || heard.isBefore(now) ? now : heard;
        List<Seen> page = database.read(tx -> table.after(tx, from, PAGE));
        while (!page.isEmpty()) {
            page.forEach(this::learn);
            Seen last = page.getLast();
            page = database.read(tx -> table.after(tx, last, PAGE));
        }
        heard = now.plus(neighbours.patience()).minus(OVERLAP);
    }

    private void learn(Seen one) {
        if (roster.in(one.scope()).isEmpty() || !neighbours.isLater(one)) {
            return;
        }
        wire.read(one.envelope())
                .filter(envelope -> envelope.content() instanceof Content.Greet)
                .ifPresent(envelope -> neighbours.learn(one, envelope));
    }

    private Seen seen(Neighbour one) {
        PeerCard card = one.card();
        RawJson catalog = one.catalog();
        Content content = new Content.Greet(card, null);
        Envelope greeting =
                new Envelope(
                        names.message(),
                        one.scope(),
                        card.peer(),
                        null,
                        one.lastSeen().getEpochSecond(),
                        null,
                        Links.NONE,
                        content,
                        content.body(),
                        KEPT,
                        catalog == null ? Map.of() : Cards.catalog(catalog),
                        Wording.CURRENT);
        return new Seen(
                one.scope(), card.peer(), wire.text(greeting), one.lastSeen(), one.expiresAt());
    }

    private void vanished(Tx tx, Scope scope, String peer, Instant now) {
        roster.workspaces(scope)
                .forEach(workspace -> events.vanished(tx, workspace, scope, peer, now));
    }

    private boolean alone() {
        return !database.dialect().isShared();
    }
}
