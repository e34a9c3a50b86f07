package dev.waybill.server.delivery;

import dev.waybill.server.delivery.DeliveryTable.Place;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.store.Tx;
import java.util.List;

/// Puts messages into the mailboxes of their recipients.
public final class Deliveries {
    private final DeliveryTable deliveries = new DeliveryTable();
    private final DeliveryLimits limits;
    private final Failures failures;

    public Deliveries(DeliveryLimits limits, Signals signals, Ledger ledger) {
        this.limits = limits;
        this.failures = new Failures(signals, ledger);
    }

    /// Gives every member of the room but the sender and the muted ones the next place in its mailbox. Where a mailbox is
    /// full, the sender is told instead.
    public void post(Tx tx, PostedMessage message) {
        List<Recipient> recipients =
                deliveries.next(tx, message).stream()
                        .filter(place -> fits(tx, message, place))
                        .map(Place::recipient)
                        .toList();
        deliveries.insert(tx, message, recipients);
    }

    private boolean fits(Tx tx, PostedMessage message, Place place) {
        Recipient recipient = place.recipient();
        if (place.openAtMost() < limits.depth()
                || deliveries.open(tx, recipient.agent(), message.at().minus(limits.timeToLive()))
                        < limits.depth()) {
            return true;
        }
        deliveries.takeBack(tx, recipient);
        failures.tell(
                tx,
                new Failures.Failure(
                        message, recipient, null, "depth_cap", "mailbox depth cap exceeded"),
                message.at());
        return false;
    }
}
