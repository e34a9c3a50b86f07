package dev.waybill.server.subscription;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.subscription.NewSubscription;
import dev.waybill.protocol.subscription.Subscription;
import dev.waybill.server.config.Config;
import dev.waybill.server.follow.EventTypes;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.follow.Happenings;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.outbound.Poster;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Keeps the subscriptions of a workspace and has them served.
public final class Subscriptions {
    static final int MAX_PER_WORKSPACE = 100;

    private static final String HIDDEN = "[redacted]";

    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final Ledger ledger;
    private final TargetGuard guard;
    private final Followers followers;
    private final Leases leases;
    private final Rounds rounds;
    private final SubscriptionTable subscriptions;

    public Subscriptions(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            Json json,
            Ledger ledger,
            Followers followers,
            Config config) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.ledger = ledger;
        this.guard = new TargetGuard(config.outbound().allowedNetworks());
        this.followers = followers;
        this.rounds =
                new Rounds(
                        database,
                        json,
                        new Poster(guard, config.outbound().timeout()),
                        ledger,
                        clock,
                        config.outbound().giveUpAfter());
        this.leases = new Leases(database, clock, config.server().workerId(), "subscription");
        this.subscriptions = new SubscriptionTable(json);
    }

    /// What happens from now on is posted to the address.
    public Subscription create(WorkspaceId workspace, NewSubscription wanted) {
        EventTypes.check(wanted.events());
        requireSafe(wanted.url());
        KeptSubscription kept = database.write(tx -> insert(tx, workspace, wanted));
        follow(kept);
        return shown(kept);
    }

    public List<Subscription> all(WorkspaceId workspace) {
        return database.read(tx -> subscriptions.all(tx, workspace)).stream()
                .map(Subscriptions::shown)
                .toList();
    }

    public Subscription find(WorkspaceId workspace, String id) {
        return database.read(tx -> subscriptions.find(tx, id))
                .filter(kept -> kept.workspace().equals(workspace))
                .map(Subscriptions::shown)
                .orElseThrow(() -> notFound(id));
    }

    public void delete(WorkspaceId workspace, String id) {
        database.write(
                tx -> {
                    if (!subscriptions.delete(tx, workspace, id)) {
                        throw notFound(id);
                    }
                    record(tx, workspace, id, "subscription.deleted");
                    return 1;
                });
        followers.wake(id);
    }

    /// Serves those that nobody serves: all of them after a start, later those of a server that died.
    public void resume() {
        database.read(subscriptions::active).forEach(this::follow);
    }

    private void follow(KeptSubscription kept) {
        if (!followers.runs(kept.id())) {
            followers.start(
                    kept.id(),
                    kept.workspace(),
                    new Courier(rounds, leases.on(kept.id()), kept.id()));
        }
    }

    private KeptSubscription insert(Tx tx, WorkspaceId workspace, NewSubscription wanted) {
        if (subscriptions.count(tx, workspace) >= MAX_PER_WORKSPACE) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "The workspace has " + MAX_PER_WORKSPACE + " subscriptions already");
        }
        KeptSubscription kept =
                new KeptSubscription(
                        "sub_" + ids.next(),
                        workspace,
                        wanted.events(),
                        wanted.filter(),
                        wanted.url(),
                        Objects.requireNonNullElse(wanted.headers(), Map.of()),
                        wanted.secret(),
                        true,
                        clock.instant(),
                        Happenings.latest(tx, workspace),
                        KeptSubscription.Trouble.NONE);
        subscriptions.insert(tx, kept);
        record(tx, workspace, kept.id(), "subscription.created");
        return kept;
    }

    private void record(Tx tx, WorkspaceId workspace, String id, String type) {
        ledger.append(
                tx,
                workspace,
                new LedgerEntry(
                        type,
                        null,
                        null,
                        id,
                        Json.emptyObject().put("subscription_id", id),
                        clock.instant()));
    }

    private void requireSafe(String url) {
        try {
            guard.vet(TargetGuard.parse(url));
        } catch (RefusedTarget e) {
            throw new Refusal(Reason.INVALID_REQUEST, "url " + e.words());
        }
    }

    private static Subscription shown(KeptSubscription kept) {
        return new Subscription(
                kept.id(),
                kept.events(),
                kept.filter(),
                kept.url(),
                redacted(kept.headers()),
                kept.active(),
                kept.createdAt(),
                kept.trouble().failures(),
                kept.trouble().lastError());
    }

    private static @Nullable Map<String, String> redacted(Map<String, String> headers) {
        return headers.isEmpty()
                ? null
                : headers.keySet().stream().collect(Collectors.toMap(name -> name, _ -> HIDDEN));
    }

    private static Refusal notFound(String id) {
        return new Refusal(Reason.SUBSCRIPTION_NOT_FOUND, "Subscription \"" + id + "\" not found");
    }
}
