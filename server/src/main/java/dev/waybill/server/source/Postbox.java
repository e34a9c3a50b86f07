package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Fates;
import dev.waybill.server.message.EventMail;
import dev.waybill.server.source.KeptEntry.Mail;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Brings entries into the mailboxes of agents, and sees what becomes of them there.
final class Postbox {
    private static final int AT_ONCE = 50;
    private static final int MOST_OPEN = 1_000;

    private final Stored stored;
    private final EntryTable entries;
    private final ItemTable items;
    private final EventMail mail;
    private final Deliveries deliveries;
    private final Fates fates;
    private final Losses losses;
    private final Function<DeliveryHandle, List<String>> operations;

    /// `operations` names what can be done at a handle.
    Postbox(
            Json json,
            EventMail mail,
            Deliveries deliveries,
            Losses losses,
            Function<DeliveryHandle, List<String>> operations) {
        this.stored = new Stored(json);
        this.entries = new EntryTable(json);
        this.items = new ItemTable(json);
        this.mail = mail;
        this.deliveries = deliveries;
        this.fates = deliveries.fates();
        this.losses = losses;
        this.operations = operations;
    }

    /// Posts what waits, oldest first, as long as the mailbox has room and some to spare.
    void post(Tx tx, AgentId agent, Instant now) {
        for (KeptEntry entry : entries.mailed(tx, agent, Mail.WAITING, AT_ONCE)) {
            if (deliveries.room(tx, agent, now) <= deliveries.spare()) {
                return;
            }
            post(tx, entry);
        }
    }

    private void post(Tx tx, KeptEntry entry) {
        List<KeptItem> of = items.ofEntry(tx, entry.id());
        DeliveryHandle handle = entry.handle();
        List<String> possible = handle == null ? List.of() : operations.apply(handle);
        MessageId message =
                mail.post(
                        tx,
                        entry.workspace(),
                        entry.agent(),
                        Wording.of(entry, of, possible),
                        data(entry, of, possible),
                        possible(tx, entry));
        entries.posted(tx, entry.id(), message);
    }

    /// Where the session cannot do any more what the subscription asked for, it is told as usual.
    private DeliveryTerms possible(Tx tx, KeptEntry entry) {
        DeliveryTerms terms = entry.terms();
        return deliveries.supported(tx, entry.agent(), terms)
                ? terms
                : new DeliveryTerms(
                        null,
                        terms.reason(),
                        terms.priority(),
                        terms.deadline(),
                        terms.ttlMs(),
                        terms.deliveryMetadata());
    }

    /// What a program may act on without looking into the words. Of a digest, the item is its newest.
    private ObjectNode data(KeptEntry entry, List<KeptItem> of, List<String> possible) {
        ObjectNode data = Json.emptyObject();
        data.put("type", "event");
        data.put("entryId", entry.id());
        data.put("kind", entry.kind());
        data.put("count", entry.count());
        KeptItem item = of.getLast();
        data.put("itemId", item.id());
        data.put("sourceId", item.sourceId());
        data.put("sourceType", item.metadata().path("sourceType").asString(""));
        data.put("eventVariant", item.variant());
        DeliveryHandle handle = entry.handle();
        data.set("deliveryHandle", handle == null ? null : stored.json().toTree(handle));
        if (!possible.isEmpty()) {
            possible.forEach(data.putArray("operations")::add);
        }
        return data;
    }

    /// Those of the agent's entries that its session has got by now.
    List<KeptEntry> delivered(Tx tx, AgentId agent, Instant now) {
        List<KeptEntry> open =
                entries.mailed(tx, agent, Mail.OPEN, MOST_OPEN).stream()
                        .filter(entry -> entry.message() != null)
                        .toList();
        Map<MessageId, Fates.Fate> all =
                fates.of(tx, open.stream().map(KeptEntry::message).toList(), agent);
        List<KeptEntry> delivered = new ArrayList<>();
        for (KeptEntry entry : open) {
            switch (all.getOrDefault(entry.message(), Fates.Fate.FAILED)) {
                case OPEN -> {
                    // It is on its way.
                }
                case DELIVERED -> {
                    entries.mail(tx, entry.id(), Mail.SETTLED);
                    delivered.add(entry);
                }
                case EXPIRED -> undelivered(tx, entry, expired(entry), now);
                case FAILED -> undelivered(tx, entry, Mail.LOST, now);
            }
        }
        return delivered;
    }

    private void undelivered(Tx tx, KeptEntry entry, Mail mail, Instant now) {
        entries.mail(tx, entry.id(), mail);
        if (mail == Mail.LOST && entry.visible()) {
            losses.undelivered(tx, entry, now);
        }
    }

    /// Nobody has looked into the mailbox for long, so it is told again; unless the subscription wants it told in time only.
    private static Mail expired(KeptEntry entry) {
        boolean timed = entry.terms().ttlMs() != null || entry.terms().deadline() != null;
        return entry.visible() && !timed ? Mail.WAITING : Mail.LOST;
    }

    /// It is dealt with otherwise, so that nothing of it needs to be delivered any more.
    void withdraw(Tx tx, KeptEntry entry, Instant now) {
        MessageId message = entry.message();
        if (entry.mail() == Mail.OPEN && message != null) {
            mail.withdraw(tx, entry.workspace(), entry.agent(), message, now);
        }
        if (entry.mail() == Mail.OPEN || entry.mail() == Mail.WAITING) {
            entries.mail(tx, entry.id(), Mail.SETTLED);
        }
    }
}
