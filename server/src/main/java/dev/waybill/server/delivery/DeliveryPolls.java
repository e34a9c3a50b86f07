package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.delivery.DeliveryBook.Listing;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Lets an agent that has no session wait for its deliveries.
public final class DeliveryPolls {
    private final DeliveryBook book;
    private final Waits<AgentId> waits;

    public DeliveryPolls(DeliveryBook book, Mailboxes mailboxes) {
        this.book = book;
        this.waits = mailboxes.waits();
    }

    /// What is free to go, and nothing that is put off: at once if there is something, else as soon as there is; nothing
    /// when the time is over, or when the answer is no longer `wanted`.
    public Listing next(AgentId agent, int limit, Duration atMost, BooleanSupplier wanted) {
        try (Waits<AgentId>.Place place = waits.enter(agent)) {
            long end = System.nanoTime() + atMost.toNanos();
            while (true) {
                Listing listing = book.free(agent, limit);
                if (!listing.items().isEmpty() || !place.goOn(end, wanted)) {
                    return listing;
                }
            }
        }
    }

    /// How many wait.
    public int waiting() {
        return waits.count();
    }
}
