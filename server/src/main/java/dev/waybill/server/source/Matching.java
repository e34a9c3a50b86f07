package dev.waybill.server.source;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.source.filter.Filter;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// Holds one event against one subscription, and makes an item of it for the agent if it is wanted.
final class Matching {
    private final ReadFilters filters = new ReadFilters();
    private final ItemTable items;
    private final InboxTable inboxes;
    private final Entries entries;
    private final Digests digests;
    private final Chronicle chronicle;
    private final RandomGenerator random;

    Matching(
            ItemTable items,
            InboxTable inboxes,
            Entries entries,
            Digests digests,
            Chronicle chronicle,
            RandomGenerator random) {
        this.items = items;
        this.inboxes = inboxes;
        this.entries = entries;
        this.digests = digests;
        this.chronicle = chronicle;
        this.random = random;
    }

    /// Why the subscription wants the event; empty if it does not. Changes nothing.
    Optional<String> wants(KeptSource source, KeptSubscription subscription, KeptEvent event) {
        if (event.own() && !subscription.includeOwn()) {
            return Optional.empty();
        }
        Filter.Verdict verdict =
                filters.of(subscription.filter())
                        .match(
                                new Filter.Context(
                                        event.metadata(),
                                        event.payload(),
                                        event.variant(),
                                        source.type().wire(),
                                        source.key()));
        return verdict.matched() ? Optional.of(verdict.reason()) : Optional.empty();
    }

    /// False where the agent has it already, from another subscription or from before.
    boolean take(
            Tx tx,
            KeptSource source,
            KeptSubscription subscription,
            KeptEvent event,
            String reason,
            Instant now) {
        KeptItem item =
                new KeptItem(
                        ShortId.mint("itm", random),
                        source.workspace(),
                        subscription.agent(),
                        source.id(),
                        event.nativeId(),
                        event.variant(),
                        subscription.id(),
                        event.occurredAt(),
                        metadata(source, subscription, event, reason),
                        event.payload(),
                        event.providerPayload(),
                        event.handle(),
                        subscription.terms(),
                        null);
        return add(tx, item, summary(source, event), now);
    }

    /// The item is told, by itself or with others.
    boolean add(Tx tx, KeptItem item, String summary, Instant now) {
        if (!items.insert(tx, item, now)) {
            return false;
        }
        chronicle.item(tx, item, now);
        Inbox inbox = inboxes.find(tx, item.agent());
        Optional<Grouping> grouping =
                inbox.gathering() ? Grouping.of(item.variant(), item.metadata()) : Optional.empty();
        grouping.ifPresentOrElse(
                found -> digests.add(tx, inbox, item, found, now),
                () -> entries.add(tx, List.of(item), summary, null, now));
        return true;
    }

    private static ObjectNode metadata(
            KeptSource source, KeptSubscription subscription, KeptEvent event, String reason) {
        ObjectNode metadata =
                event.metadata() instanceof ObjectNode given
                        ? given.deepCopy()
                        : Json.emptyObject();
        metadata.put("matchReason", reason);
        metadata.put("agentId", subscription.agent().text());
        metadata.put("subscriptionId", subscription.id());
        metadata.put("sourceType", source.type().wire());
        return metadata;
    }

    private static String summary(KeptSource source, KeptEvent event) {
        String place = source.type().wire() + ":" + source.key() + ":";
        if (source.type() != SourceType.GITHUB_REPO_CI) {
            return place + event.variant();
        }
        return place
                + event.metadata().path("name").asString("")
                + ":"
                + event.metadata().path("status").asString("")
                + ":"
                + event.metadata().path("conclusion").asString("");
    }
}
