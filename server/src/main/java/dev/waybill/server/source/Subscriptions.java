package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.protocol.source.CleanupPolicy;
import dev.waybill.protocol.source.EventSubscription;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.Shortcut;
import dev.waybill.protocol.source.SubscriptionLag;
import dev.waybill.protocol.source.SubscriptionReset;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.filter.Filter;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Who gets which events.
public final class Subscriptions {
    static final int MAX_PER_WORKSPACE = 10_000;
    private static final int MOST_REF = 500;

    private final Supplies supplies;
    private final SubscriptionTable subscriptions;
    private final SourceTable sources;
    private final EventTable events;
    private final Recipients recipients = new Recipients();
    private final Deliveries deliveries;
    private final Chronicle chronicle;
    private final Runnable behind;

    /// `behind` hears that a subscription has something to read.
    Subscriptions(Supplies supplies, Deliveries deliveries, Chronicle chronicle, Runnable behind) {
        this.supplies = supplies;
        this.subscriptions = new SubscriptionTable(supplies.json());
        this.sources = new SourceTable(supplies.json());
        this.events = new EventTable(supplies.json());
        this.deliveries = deliveries;
        this.chronicle = chronicle;
        this.behind = behind;
    }

    public List<EventSubscription> create(Caller caller, NewEventSubscription wanted) {
        return supplies.database().write(tx -> create(tx, caller, wanted)).stream()
                .map(KeptSubscription::shown)
                .toList();
    }

    private List<KeptSubscription> create(Tx tx, Caller caller, NewEventSubscription wanted) {
        AgentId agent = recipients.receiving(tx, caller, wanted.agentId());
        KeptSource source =
                sources.find(tx, caller.workspace(), wanted.sourceId())
                        .orElseThrow(() -> Sources.unknown(wanted.sourceId()));
        Shortcuts.Wanted what = what(source, wanted);
        DeliveryTerms terms =
                new DeliveryTerms(wanted.deliveryMode(), null, wanted.priority(), null, null, null);
        deliveries.check(tx, agent, terms);
        Start start = Start.of(wanted.startPolicy(), wanted.startOffset(), wanted.startTime());
        boolean own = Boolean.TRUE.equals(wanted.includeOwn());
        return List.of(add(tx, new Wish(source, agent, what, start, terms, own)));
    }

    /// What somebody has asked for, once all of it makes sense.
    record Wish(
            KeptSource source,
            AgentId agent,
            Shortcuts.Wanted what,
            Start start,
            DeliveryTerms terms,
            boolean includeOwn) {}

    KeptSubscription add(Tx tx, Wish wish) {
        KeptSource source = wish.source();
        if (subscriptions.count(tx, source.workspace()) >= MAX_PER_WORKSPACE) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "a workspace has no more than " + MAX_PER_WORKSPACE + " event subscriptions");
        }
        Instant now = supplies.clock().instant();
        KeptSubscription kept =
                new KeptSubscription(
                        ShortId.mint("sub", supplies.random()),
                        source.workspace(),
                        wish.agent(),
                        source.id(),
                        wish.what().filter(),
                        wish.what().tracked(),
                        wish.what().cleanup(),
                        wish.start(),
                        wish.terms(),
                        wish.includeOwn(),
                        first(tx, source, wish.start()),
                        0,
                        null,
                        wish.what().cleanup().at(),
                        now);
        subscriptions.insert(tx, kept);
        chronicle.subscription(tx, kept, "created", now);
        if (kept.nextSeq() != null) {
            tx.afterCommit(behind);
        }
        return kept;
    }

    private static Shortcuts.Wanted what(KeptSource source, NewEventSubscription wanted) {
        Shortcut shortcut = wanted.shortcut();
        JsonNode filter = wanted.filter();
        if (shortcut != null && filter != null) {
            throw refused("filter and shortcut do not go together");
        }
        Shortcuts.Wanted what =
                shortcut == null
                        ? new Shortcuts.Wanted(
                                Objects.requireNonNullElseGet(filter, Json::emptyObject),
                                null,
                                CleanupPolicy.MANUAL)
                        : shortcut(source, shortcut);
        Filter.parse(what.filter());
        String tracked = Objects.requireNonNullElse(wanted.trackedResourceRef(), "");
        if (tracked.length() > MOST_REF) {
            throw refused("trackedResourceRef is longer than " + MOST_REF + " characters");
        }
        CleanupPolicy cleanup = Objects.requireNonNullElse(wanted.cleanupPolicy(), what.cleanup());
        String ref = tracked.isEmpty() ? what.tracked() : tracked;
        if (cleanup.onTerminal() && ref == null) {
            throw refused("cleanupPolicy on_terminal needs a trackedResourceRef");
        }
        return new Shortcuts.Wanted(what.filter(), ref, cleanup);
    }

    private static Shortcuts.Wanted shortcut(KeptSource source, Shortcut shortcut) {
        JsonNode args = Objects.requireNonNullElseGet(shortcut.args(), Json::emptyObject);
        if (!shortcut.name().equals("pr")) {
            throw refused("there is no shortcut " + shortcut.name() + "; there is pr");
        }
        return switch (source.type()) {
            case GITHUB_REPO -> Shortcuts.pull(source.repository(), args);
            case GITHUB_REPO_CI -> Shortcuts.runs(source.repository(), args);
            case LOCAL_EVENT, FEISHU_BOT, WEBHOOK, EMAIL ->
                    throw refused("shortcut pr is for sources at github");
        };
    }

    /// The number of the event to begin with; null where that is the next to come.
    private @Nullable Long first(ReadTx tx, KeptSource source, Start start) {
        long next =
                switch (start.policy()) {
                    case LATEST -> source.lastSeq() + 1;
                    case EARLIEST -> events.first(tx, source.id()).orElse(source.lastSeq() + 1);
                    case AT_OFFSET -> Objects.requireNonNull(start.offset());
                    case AT_TIME ->
                            events.since(tx, source.id(), Objects.requireNonNull(start.time()))
                                    .orElse(source.lastSeq() + 1);
                };
        return next > source.lastSeq() && start.policy() != Start.Policy.AT_OFFSET ? null : next;
    }

    public List<EventSubscription> all(Caller caller, @Nullable String agent, int limit) {
        return supplies
                .database()
                .read(
                        tx ->
                                subscriptions.all(
                                        tx, caller.workspace(), whose(tx, caller, agent), limit))
                .stream()
                .map(KeptSubscription::shown)
                .toList();
    }

    /// An agent sees its own.
    private @Nullable AgentId whose(ReadTx tx, Caller caller, @Nullable String agent) {
        if (agent != null) {
            return recipients.find(tx, caller, agent);
        }
        return caller instanceof Caller.Agent self ? self.agent() : null;
    }

    public EventSubscription show(Caller caller, String id) {
        return supplies.database().read(tx -> require(tx, caller, id)).shown();
    }

    public void remove(Caller caller, String id) {
        supplies.database()
                .write(
                        tx -> {
                            KeptSubscription kept = require(tx, caller, id);
                            subscriptions.delete(tx, id);
                            chronicle.subscription(tx, kept, "removed", supplies.clock().instant());
                            return true;
                        });
    }

    /// Goes on from elsewhere, past what could not be dealt with or back to what is to be seen again.
    public EventSubscription reset(Caller caller, String id, SubscriptionReset wanted) {
        Start start = Start.of(wanted.startPolicy(), wanted.startOffset(), wanted.startTime());
        return supplies.database()
                .write(
                        tx -> {
                            KeptSubscription kept = require(tx, caller, id);
                            KeptSource source =
                                    sources.hold(tx, kept.workspace(), kept.sourceId())
                                            .orElseThrow(() -> Sources.unknown(kept.sourceId()));
                            subscriptions.reset(tx, id, start, first(tx, source, start));
                            chronicle.subscription(tx, kept, "reset", supplies.clock().instant());
                            tx.afterCommit(behind);
                            return require(tx, caller, id).shown();
                        });
    }

    public SubscriptionLag lag(Caller caller, String id) {
        return supplies.database()
                .read(
                        tx -> {
                            KeptSubscription kept = require(tx, caller, id);
                            long last =
                                    sources.find(tx, kept.workspace(), kept.sourceId())
                                            .map(KeptSource::lastSeq)
                                            .orElse(0L);
                            long next = Objects.requireNonNullElse(kept.nextSeq(), last + 1);
                            return new SubscriptionLag(
                                    id,
                                    kept.sourceId(),
                                    next,
                                    last,
                                    Math.max(0, last + 1 - next),
                                    kept.lastError());
                        });
    }

    KeptSubscription require(ReadTx tx, Caller caller, String id) {
        return subscriptions
                .find(tx, id)
                .filter(kept -> kept.workspace().equals(caller.workspace()))
                .filter(
                        kept ->
                                !(caller instanceof Caller.Agent self)
                                        || self.agent().equals(kept.agent()))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.UNKNOWN_SUBSCRIPTION,
                                        "unknown subscription: " + id));
    }

    private static Refusal refused(String why) {
        return new Refusal(Reason.INVALID_REQUEST, why);
    }
}
