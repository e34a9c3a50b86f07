package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.delivery.DeliveryBook.Listing;
import dev.waybill.server.delivery.DeliveryWaits.Place;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Lets an agent that has no session wait for its deliveries.
///
/// The store is looked into when something was rung for, and not again and again; only where other servers may write to it,
/// whose rings are not heard here, every few seconds.
public final class DeliveryPolls {
    public static final Duration LONGEST = Duration.ofSeconds(60);

    /// How soon it is noticed that nobody wants the answer any more.
    private static final Duration GLANCE = Duration.ofMillis(500);

    private final DeliveryBook book;
    private final DeliveryWaits waits;
    private final Duration lookAgain;

    public DeliveryPolls(DeliveryBook book, Mailboxes mailboxes, Duration lookAgain) {
        this.book = book;
        this.waits = mailboxes.waits();
        this.lookAgain = lookAgain;
    }

    /// What is free to go, and nothing that is put off: at once if there is something, else as soon as there is; nothing
    /// when the time is over, or when the answer is no longer `wanted`.
    public Listing next(AgentId agent, int limit, Duration atMost, BooleanSupplier wanted) {
        try (Place place = waits.enter(agent)) {
            long end = System.nanoTime() + atMost.toNanos();
            while (true) {
                Listing listing = book.free(agent, limit);
                if (!listing.items().isEmpty() || !goOn(place, end, wanted)) {
                    return listing;
                }
            }
        }
    }

    /// How many wait.
    public int waiting() {
        return waits.count();
    }

    /// Whether there is reason to look again.
    private boolean goOn(Place place, long end, BooleanSupplier wanted) {
        long lookAt = System.nanoTime() + lookAgain.toNanos();
        try {
            while (true) {
                long now = System.nanoTime();
                if (end - now <= 0 || !wanted.getAsBoolean()) {
                    return false;
                }
                if (lookAt - now <= 0
                        || place.await(Duration.ofNanos(Math.min(end - now, GLANCE.toNanos())))) {
                    return true;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
