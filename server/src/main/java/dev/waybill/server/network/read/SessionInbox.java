package dev.waybill.server.network.read;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.api.InboxEntry;
import dev.waybill.protocol.network.prompt.SessionPrompt;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.network.read.InboxTable.Waiting;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Shows what a session will be told next, in the words in which it will be told.
public final class SessionInbox {
    private final Database database;
    private final InstantSource clock;
    private final Waits<String> arrivals;
    private final KeptEnvelopes kept;
    private final InboxTable table = new InboxTable();

    /// Whoever puts something into an inbox rings for its session.
    SessionInbox(
            Database database, NetworkConfig config, InstantSource clock, Waits<String> arrivals) {
        this.database = database;
        this.clock = clock;
        this.arrivals = arrivals;
        this.kept = new KeptEnvelopes(config);
    }

    /// In the order in which the session gets them; all, or those after a record. What has expired is never told and so
    /// is not shown.
    public Listing list(NetworkSight sight, String session, Part part) {
        Page<Waiting> page =
                database.read(
                        tx -> {
                            check(tx, sight, session);
                            return table.after(
                                    tx, sight.workspace(), session, part.after(), part.limit());
                        });
        return new Listing(
                new Page<>(
                        page.items().stream()
                                .flatMap(waiting -> entry(session, waiting).stream())
                                .toList(),
                        page.more()),
                page.items().isEmpty() ? part.after() : page.items().getLast().id());
    }

    /// The same as soon as something is there; nothing when the time is over, or when the answer is no longer `wanted`.
    public Listing await(
            NetworkSight sight,
            String session,
            Part part,
            Duration atMost,
            BooleanSupplier wanted) {
        try (Waits<String>.Place place = arrivals.enter(session)) {
            long end = System.nanoTime() + atMost.toNanos();
            while (true) {
                Listing listing = list(sight, session, part);
                if (!listing.page().items().isEmpty() || !place.goOn(end, wanted)) {
                    return listing;
                }
            }
        }
    }

    /// Some of what waits, and the number of the last record that was looked at.
    public record Listing(Page<InboxEntry> page, long last) {}

    /// Which part is wanted.
    public record Part(long after, int limit) {}

    private void check(ReadTx tx, NetworkSight sight, String session) {
        boolean seen =
                table.holder(tx, sight.workspace(), session)
                        .filter(agent -> sight.agent() == null || agent.equals(sight.agent()))
                        .isPresent();
        if (!seen || !sight.open()) {
            throw Missing.session(session);
        }
    }

    private Optional<InboxEntry> entry(String session, Waiting waiting) {
        Instant now = clock.instant();
        return kept.read(waiting.envelope())
                .filter(envelope -> waiting.handed() || !Freshness.expired(envelope, now))
                .map(envelope -> entry(session, waiting, envelope));
    }

    private static InboxEntry entry(String session, Waiting waiting, Envelope envelope) {
        StoredEnvelope stored = StoredEnvelope.of(waiting.envelope());
        Trust trust = KeptEnvelopes.trust(waiting.trust());
        return new InboxEntry(
                session,
                waiting.handed() ? "handed" : "queued",
                stored.whole(),
                SessionPrompt.of(envelope, trust),
                trust.wire(),
                Timeline.flags(waiting.flags()),
                Snowflakes.instantOf(waiting.id()),
                stored.time("expires_at").orElse(null));
    }
}
