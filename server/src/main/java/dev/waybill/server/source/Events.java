package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

    private final Supplies supplies;
    private final SourceTable sources;
    private final EventTable events;
    private final SubscriptionTable subscriptions;
    private final Matching matching;
    private final Lifecycle lifecycle;
    private final Echoes echoes;
    private final Chronicle chronicle;
    private final Runnable behind;

    /// `behind` hears that a subscription has something to read.
    Events(
            Supplies supplies,
            Matching matching,
            Lifecycle lifecycle,
            Echo echo,
            Chronicle chronicle,
            Runnable behind) {
        this.supplies = supplies;
        this.sources = new SourceTable(supplies.json());
        this.events = new EventTable(supplies.json());
        this.subscriptions = new SubscriptionTable(supplies.json());
        this.matching = matching;
        this.lifecycle = lifecycle;
        this.echoes = new Echoes(echo);
        this.chronicle = chronicle;
        this.behind = behind;
    }

    /// The same in a transaction of its own.
    public Appended append(WorkspaceId workspace, String sourceId, List<NewEvent> all) {
        return supplies.database()
                .write(
                        tx ->
                                all.stream()
                                        .map(event -> append(tx, workspace, sourceId, event))
                                        .reduce(Appended.NOTHING, Appended::and));
    }

    /// Keeps an event and tells it to those who want it; one that is known changes nothing. Refuses where there is no such
    /// source, or where it is paused.
    public Appended append(Tx tx, WorkspaceId workspace, String sourceId, NewEvent event) {
        check(event);
        KeptSource source =
                sources.hold(tx, workspace, sourceId).orElseThrow(() -> Sources.unknown(sourceId));
        if (source.paused()) {
            throw new Refusal(Reason.SOURCE_CONFLICT, "source " + sourceId + " is paused");
        }
        if (events.known(tx, sourceId, event)) {
            return Appended.KNOWN;
        }
        Instant now = supplies.clock().instant();
        KeptEvent kept = kept(tx, source, event, now);
        events.insert(tx, workspace, kept, now);
        chronicle.received(tx, source, kept, now);
        lifecycle.observe(tx, source, kept, now);
        tell(tx, source, kept, now);
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

    private void tell(Tx tx, KeptSource source, KeptEvent event, Instant now) {
        List<KeptSubscription> live = subscriptions.live(tx, source.id(), MOST_AT_ONCE + 1);
        if (live.size() > MOST_AT_ONCE) {
            subscriptions.fallBehind(tx, source.id(), live.getLast().id(), event.seq());
            tx.afterCommit(behind);
            live = live.subList(0, MOST_AT_ONCE);
        }
        live.forEach(one -> tell(tx, source, one, event, now));
    }

    /// What cannot be decided now is neither lost nor in the way of others: whoever reads on behalf of the subscription
    /// meets it again and says so.
    private void tell(
            Tx tx, KeptSource source, KeptSubscription one, KeptEvent event, Instant now) {
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
            return;
        }
        reason.ifPresent(why -> matching.take(tx, source, one, event, why, now));
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
