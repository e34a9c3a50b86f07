package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Takes in what happened elsewhere. An event is kept, and told to those who get events as they come, in one transaction; of
/// very many subscriptions the first ones, while the others read it right after.
public final class Events {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);
    private static final int MOST_NATIVE_ID = 500;
    private static final int MOST_VARIANT = 200;

    /// So many subscriptions are told in the transaction that keeps the event.
    static final int MOST_AT_ONCE = 100;

    private static final int MOST_UNTOLD = 10;

    private final Supplies supplies;
    private final SourceTable sources;
    private final EventTable events;
    private final SubscriptionTable subscriptions;
    private final Matching matching;
    private final Lifecycle lifecycle;
    private final Echoes echoes;
    private final Renames renames;
    private final Chronicle chronicle;
    private final Duration filtering;
    private final Runnable behind;

    /// `behind` hears that a subscription has something to read.
    Events(
            Supplies supplies,
            Matching matching,
            Lifecycle lifecycle,
            Echo echo,
            Chronicle chronicle,
            Duration filtering,
            Runnable behind) {
        this.supplies = supplies;
        this.sources = new SourceTable(supplies.json());
        this.events = new EventTable(supplies.json());
        this.subscriptions = new SubscriptionTable(supplies.json());
        this.matching = matching;
        this.lifecycle = lifecycle;
        this.echoes = new Echoes(echo);
        this.renames = new Renames(supplies.json(), chronicle);
        this.chronicle = chronicle;
        this.filtering = filtering;
        this.behind = behind;
    }

    public Appended append(WorkspaceId workspace, String sourceId, List<NewEvent> all) {
        return append(workspace, sourceId, all, _ -> {});
    }

    /// Keeps events and tells them to those who want them, in one transaction with something else; what is known changes
    /// nothing. Refuses where there is no such source, or where it is paused. An agent that cannot be told is not in the way
    /// of the others: it is left to whoever reads on its behalf.
    public Appended append(
            WorkspaceId workspace, String sourceId, List<NewEvent> all, Consumer<Tx> also) {
        Set<String> later = new HashSet<>();
        while (true) {
            try {
                return supplies.database()
                        .write(tx -> append(tx, workspace, sourceId, all, later, also));
            } catch (Untold e) {
                LOG.atWarn()
                        .addKeyValue("subscription", e.subscription())
                        .setCause(e.getCause())
                        .log("An event could not be told and will be later");
                if (later.size() == MOST_UNTOLD || !later.add(e.subscription())) {
                    throw e;
                }
            }
        }
    }

    private Appended append(
            Tx tx,
            WorkspaceId workspace,
            String sourceId,
            List<NewEvent> all,
            Set<String> later,
            Consumer<Tx> also) {
        also.accept(tx);
        return all.stream()
                .map(event -> append(tx, workspace, sourceId, event, later))
                .reduce(Appended.NOTHING, Appended::and);
    }

    private Appended append(
            Tx tx, WorkspaceId workspace, String sourceId, NewEvent event, Set<String> later) {
        check(event);
        KeptSource held =
                sources.hold(tx, workspace, sourceId).orElseThrow(() -> Sources.unknown(sourceId));
        if (held.paused()) {
            throw new Refusal(Reason.SOURCE_CONFLICT, "source " + sourceId + " is paused");
        }
        if (events.known(tx, sourceId, event)) {
            return Appended.KNOWN;
        }
        Instant now = supplies.clock().instant();
        KeptSource source = renames.follow(tx, held, event, now);
        KeptEvent kept = kept(tx, source, event, now);
        events.insert(tx, workspace, kept, event.digest(), now);
        chronicle.received(tx, source, kept, now);
        lifecycle.observe(tx, source, kept, now);
        tell(tx, source, kept, later, now);
        return new Appended(1, 0, kept.seq());
    }

    private KeptEvent kept(Tx tx, KeptSource source, NewEvent event, Instant now) {
        boolean own = echoes.own(tx, source.workspace(), source.type(), event);
        ObjectNode metadata =
                event.metadata() instanceof ObjectNode given
                        ? given.deepCopy()
                        : Json.emptyObject();
        if (own) {
            metadata.put("selfAuthored", true);
        } else {
            metadata.remove("selfAuthored");
        }
        return new KeptEvent(
                source.id(),
                sources.next(tx, source.id()),
                ShortId.mint("evt", supplies.random()),
                event.nativeId(),
                event.variant(),
                Objects.requireNonNullElse(event.occurredAt(), now),
                own,
                metadata,
                event.raw(),
                event.providerRaw(),
                event.handle());
    }

    private void tell(Tx tx, KeptSource source, KeptEvent event, Set<String> later, Instant now) {
        List<KeptSubscription> live = subscriptions.live(tx, source.id(), MOST_AT_ONCE + 1);
        if (live.size() > MOST_AT_ONCE) {
            subscriptions.fallBehind(tx, source.id(), live.getLast().id(), event.seq());
            tx.afterCommit(behind);
            live = live.subList(0, MOST_AT_ONCE);
        }
        long spent = 0;
        for (KeptSubscription one : live) {
            if (spent > filtering.toNanos()) {
                postpone(tx, source, live.getFirst(), one, event);
                return;
            }
            if (later.contains(one.id())) {
                subscriptions.fallBehind(tx, one.id(), event.seq());
                tx.afterCommit(behind);
            } else {
                spent += tell(tx, source, one, event, now);
            }
        }
    }

    /// Nobody else may write meanwhile, so the rest is read outside; and so is what comes next, as it would take as long.
    private void postpone(
            Tx tx,
            KeptSource source,
            KeptSubscription first,
            KeptSubscription next,
            KeptEvent event) {
        subscriptions.fallBehind(tx, source.id(), next.id(), event.seq());
        subscriptions.fallBehind(tx, source.id(), first.id(), event.seq() + 1);
        tx.afterCommit(behind);
    }

    /// What cannot be decided now is neither lost nor in the way of others: whoever reads on behalf of the subscription
    /// meets it again and says so. Tells how long the filter took.
    private long tell(
            Tx tx, KeptSource source, KeptSubscription one, KeptEvent event, Instant now) {
        long begun = System.nanoTime();
        Optional<String> reason;
        try {
            reason = matching.wants(source, one, event);
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("subscription", one.id())
                    .setCause(e)
                    .log("An event could not be held against a filter");
            subscriptions.fallBehind(tx, one.id(), event.seq());
            tx.afterCommit(behind);
            return System.nanoTime() - begun;
        }
        long spent = System.nanoTime() - begun;
        reason.ifPresent(why -> take(tx, source, one, event, why, now));
        return spent;
    }

    private void take(
            Tx tx,
            KeptSource source,
            KeptSubscription one,
            KeptEvent event,
            String why,
            Instant now) {
        try {
            matching.take(tx, source, one, event, why, now);
        } catch (RuntimeException e) {
            if (e instanceof StoreException store && store.retryable()) {
                throw e;
            }
            throw new Untold(one.id(), e);
        }
    }

    /// What was begun for the subscription has to be undone, and all else with it.
    private static final class Untold extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String subscription;

        Untold(String subscription, RuntimeException cause) {
            super("subscription " + subscription + " cannot be told", cause);
            this.subscription = subscription;
        }

        String subscription() {
            return subscription;
        }
    }

    private static void check(NewEvent event) {
        plain("sourceNativeId", event.nativeId(), MOST_NATIVE_ID);
        plain("eventVariant", event.variant(), MOST_VARIANT);
    }

    private static void plain(String name, String text, int most) {
        if (text.isBlank() || text.length() > most || text.indexOf('\0') >= 0) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    name + " is blank, longer than " + most + " characters, or holds NUL");
        }
    }
}
