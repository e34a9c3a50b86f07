package dev.waybill.server.subscription;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.follow.Happenings;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.Poster;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Dialect;
import dev.waybill.server.subscription.KeptSubscription.Trouble;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// What couriers share: the store, the way out, and the rule that of several servers one serves a subscription.
final class Rounds {
    static final Duration LOOK = Duration.ofSeconds(10);

    private static final Duration LEASE = Duration.ofSeconds(60);

    private final Database database;
    private final SubscriptionTable subscriptions;
    private final Happenings happenings;
    private final Letters letters;
    private final Poster poster;
    private final Ledger ledger;
    private final InstantSource clock;
    private final Terms terms;

    /// Which server this is, and how long a subscription may fail.
    record Terms(int worker, Duration giveUpAfter) {}

    Rounds(
            Database database,
            Json json,
            Poster poster,
            Ledger ledger,
            InstantSource clock,
            Terms terms) {
        this.database = database;
        this.subscriptions = new SubscriptionTable(json);
        this.happenings = new Happenings(json);
        this.letters = new Letters(json);
        this.poster = poster;
        this.ledger = ledger;
        this.clock = clock;
        this.terms = terms;
    }

    Instant now() {
        return clock.instant();
    }

    /// The subscription, if it is to be served.
    Optional<KeptSubscription> find(String id) {
        return database.read(tx -> subscriptions.find(tx, id)).filter(KeptSubscription::active);
    }

    List<Happening> after(KeptSubscription subscription, long seq) {
        return database.read(tx -> happenings.after(tx, subscription.workspace(), seq));
    }

    HttpAnswer send(KeptSubscription subscription, Happening happening)
            throws IOException, InterruptedException {
        return poster.send(letters.write(subscription, happening, now()));
    }

    void moved(String id, long seq) {
        database.write(tx -> subscriptions.moved(tx, id, seq));
    }

    void skipped(String id, long seq) {
        database.write(tx -> subscriptions.skipped(tx, id, seq));
    }

    /// Keeps what went wrong; true when it went wrong for too long and the subscription is over.
    boolean failed(KeptSubscription subscription, long position, Trouble trouble) {
        Instant since = trouble.since();
        boolean over = since != null && since.plus(terms.giveUpAfter()).isBefore(now());
        return database.write(
                tx -> {
                    subscriptions.failed(tx, subscription.id(), position, trouble);
                    if (over && subscriptions.switchOff(tx, subscription.id())) {
                        ledger.append(
                                tx,
                                subscription.workspace(),
                                new LedgerEntry(
                                        "subscription.disabled",
                                        null,
                                        null,
                                        subscription.id(),
                                        Json.emptyObject()
                                                .put("subscription_id", subscription.id())
                                                .put("error", trouble.lastError()),
                                        now()));
                    }
                    return over;
                });
    }

    /// False when another server serves it. SQLite is used by one server; on PostgreSQL there may be several.
    boolean leased(String id) {
        Instant now = now();
        return database.dialect() == Dialect.SQLITE
                || database.write(
                        tx -> subscriptions.lease(tx, id, terms.worker(), now.plus(LEASE), now));
    }
}
