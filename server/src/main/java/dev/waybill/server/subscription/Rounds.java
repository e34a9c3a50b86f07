package dev.waybill.server.subscription;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.follow.Happenings;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.Poster;
import dev.waybill.server.store.Database;
import dev.waybill.server.subscription.KeptSubscription.Trouble;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// What couriers share: the store, the ledger and the way out.
final class Rounds {
    private final Database database;
    private final SubscriptionTable subscriptions;
    private final Happenings happenings;
    private final Letters letters;
    private final Poster poster;
    private final Ledger ledger;
    private final InstantSource clock;
    private final Duration giveUpAfter;

    Rounds(
            Database database,
            Json json,
            Poster poster,
            Ledger ledger,
            InstantSource clock,
            Duration giveUpAfter) {
        this.database = database;
        this.subscriptions = new SubscriptionTable(json);
        this.happenings = new Happenings(json);
        this.letters = new Letters(json);
        this.poster = poster;
        this.ledger = ledger;
        this.clock = clock;
        this.giveUpAfter = giveUpAfter;
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
        boolean over = since != null && since.plus(giveUpAfter).isBefore(now());
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
}
