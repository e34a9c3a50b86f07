package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.delivery.DeliveryTable.Lined;
import dev.waybill.server.delivery.DeliveryTable.Place;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Puts messages into the mailboxes of their recipients.
public final class Deliveries {
    private final DeliveryTable deliveries = new DeliveryTable();
    private final DeliveryLimits limits;
    private final Outcomes outcomes;
    private final Appointments appointments;
    private final Mailboxes mailboxes;
    private final AckWriter acks;
    private final Payloads payloads = new Payloads(new Json(JsonLimits.STORED));

    public Deliveries(
            DeliveryLimits limits, Outcomes outcomes, Mailboxes mailboxes, AckWriter acks) {
        this.limits = limits;
        this.outcomes = outcomes;
        this.mailboxes = mailboxes;
        this.acks = acks;
        this.appointments = new Appointments(limits, outcomes, this::acked);
    }

    /// What has become of messages that were posted.
    public Fates fates() {
        return new Fates(this::acked);
    }

    /// Refuses what the agent has said that its session cannot do.
    public void check(ReadTx tx, AgentId recipient, DeliveryTerms terms) {
        appointments.check(tx, recipient, terms);
    }

    /// Whether the agent's session can do that, as far as it has said.
    public boolean supported(ReadTx tx, AgentId recipient, DeliveryTerms terms) {
        return appointments.supported(tx, recipient, terms);
    }

    /// How many more would fit into the agent's mailbox; there may be room for even more, but not if it is none.
    public long room(Tx tx, AgentId agent, Instant now) {
        long atLeast = limits.depth() - deliveries.openAtMost(tx, agent);
        return atLeast > 0 ? atLeast : limits.depth() - appointments.unsettled(tx, agent, now);
    }

    /// How much of a mailbox is for what others say: so much room is left by what nobody has to answer.
    public long spare() {
        return limits.depth() / 4;
    }

    /// Whether the agent's session has said that it is at work, so that nothing should disturb it now.
    public boolean prompting(ReadTx tx, AgentId agent) {
        return appointments.prompting(tx, agent);
    }

    /// Gives every member of the room but the sender and the muted ones the next place in its mailbox. Where a mailbox is
    /// full, the sender is told instead.
    public void post(Tx tx, PostedMessage message) {
        List<Recipient> recipients =
                message.handling().usual() ? lineUp(tx, message) : appointments.post(tx, message);
        tx.afterCommit(() -> offer(message, recipients));
    }

    /// The same for messages of one sender in one room, in their order.
    public void post(Tx tx, List<PostedMessage> messages) {
        int count = messages.size();
        if (count == 1 || !messages.stream().allMatch(one -> one.handling().usual())) {
            messages.forEach(message -> post(tx, message));
            return;
        }
        List<Place> last = deliveries.next(tx, messages.getFirst(), count);
        if (last.stream().anyMatch(place -> openAtMost(place) >= limits.depth())) {
            last.forEach(place -> deliveries.takeBack(tx, place.recipient(), count));
            messages.forEach(message -> post(tx, message));
            return;
        }
        List<Lined> all = new ArrayList<>();
        for (PostedMessage message : messages) {
            long behind = count - 1L - all.size();
            all.add(
                    new Lined(
                            message,
                            last.stream().map(place -> place.recipient().before(behind)).toList()));
        }
        deliveries.insert(tx, all);
        tx.afterCommit(() -> all.forEach(one -> offer(one.message(), one.recipients())));
    }

    private List<Recipient> lineUp(Tx tx, PostedMessage message) {
        List<Recipient> recipients =
                deliveries.next(tx, message).stream()
                        .filter(place -> fits(tx, message, place))
                        .map(Place::recipient)
                        .toList();
        deliveries.insert(tx, List.of(new Lined(message, recipients)));
        return recipients;
    }

    /// Connected recipients are served from what was just written; nothing is read back.
    private void offer(PostedMessage message, List<Recipient> recipients) {
        Payload shared = Payloads.shared(message) ? payloads.of(message, "") : null;
        List<String> mentions = message.mentions();
        for (Recipient recipient : recipients) {
            mailboxes.waits().ring(recipient.agent());
            mailboxes.with(
                    recipient.agent(),
                    mailbox ->
                            mailbox.offer(
                                    letter(
                                            message,
                                            recipient,
                                            message.reasonFor(recipient.name(), mentions),
                                            shared == null
                                                    ? payloads.of(message, recipient.name())
                                                    : shared)));
        }
    }

    private static Item.Letter letter(
            PostedMessage message, Recipient recipient, DeliveryReason reason, Payload payload) {
        return new Item.Letter(
                recipient.seq(),
                DeliveryIds.of(message.id(), recipient.agent(), 1),
                1,
                reason.wire(),
                message,
                payload);
    }

    /// Acks are written a little after they are heard, so those that are on their way there count, too; also when the agent
    /// is no longer here.
    private long acked(AgentId agent) {
        return Math.max(mailboxes.acked(agent), acks.noted(agent).settled());
    }

    private long open(Tx tx, PostedMessage message, Recipient recipient) {
        AgentId agent = recipient.agent();
        return deliveries.open(
                tx, agent, acked(agent), message.at(), message.at().minus(limits.timeToLive()));
    }

    /// The row knows only of acks that are written, and under load these are a while behind. Who else may know is asked only
    /// where that matters, the quickest first.
    private long openAtMost(Place place) {
        AgentId agent = place.recipient().agent();
        long before = place.recipient().seq() - 1;
        long open = place.openAtMost();
        if (open >= limits.depth()) {
            open = Math.min(open, before - mailboxes.acked(agent));
        }
        if (open >= limits.depth()) {
            open = Math.min(open, before - acks.noted(agent).settled());
        }
        return open;
    }

    private boolean fits(Tx tx, PostedMessage message, Place place) {
        Recipient recipient = place.recipient();
        if (openAtMost(place) < limits.depth() || open(tx, message, recipient) < limits.depth()) {
            return true;
        }
        deliveries.takeBack(tx, recipient, 1);
        outcomes.lost(tx, Appointments.full(message, recipient), message.at());
        return false;
    }
}
