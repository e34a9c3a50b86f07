package dev.waybill.sdk;

import dev.waybill.protocol.id.DeliveryId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What has arrived for one agent: each delivery is given out once, in order, however often it comes.
///
/// A delivery is remembered until the server has confirmed its receipt, and a little beyond: one that was on its way while
/// the receipt was written still comes after the confirmation.
final class Intake {
    private static final int FULL = 256;
    private static final int REMEMBERED = 256;

    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private final Set<DeliveryId> queued = new HashSet<>();
    private final Set<DeliveryId> unsettled = new HashSet<>();
    private final LinkedHashSet<DeliveryId> settled = new LinkedHashSet<>();
    private AckWindow window = new AckWindow();
    private @Nullable Connection source;
    private @Nullable DeliveryId running;
    private @Nullable Object taker;
    private boolean open;

    /// An ack counts for the connection that brought the deliveries, and no other.
    record Ack(long upTo, @Nullable Connection over) {}

    /// A new connection: what was not given out yet comes again over it, in the order the server now wants.
    synchronized void renew(@Nullable Connection connection) {
        source = connection;
        waiting.clear();
        queued.clear();
        window = new AckWindow();
    }

    /// True when there was nothing to do about it, so that it may be acknowledged at once. What comes late, over a connection
    /// that another has replaced, does not count.
    synchronized boolean arrived(Arrival arrival, @Nullable Connection over) {
        if (over != source) {
            return false;
        }
        DeliveryId id = arrival.id();
        boolean dealtWith = unsettled.contains(id) && !id.equals(running);
        if (arrival.settled() || settled.contains(id) || dealtWith) {
            window.passed(arrival.seq());
            return true;
        }
        window.arrived(arrival.seq(), id);
        if (!id.equals(running) && queued.add(id)) {
            waiting.addLast(arrival);
            notifyAll();
        }
        return false;
    }

    /// From now on `runner` takes deliveries; only one may do that at a time.
    synchronized void claim(Object runner) {
        if (taker != null) {
            throw new IllegalStateException("another runner takes the deliveries of this agent");
        }
        taker = runner;
        open = true;
    }

    /// The runner gets no more deliveries.
    synchronized void stop(Object runner) {
        if (runner.equals(taker)) {
            end();
        }
    }

    /// Whoever takes deliveries gets no more.
    synchronized void end() {
        open = false;
        notifyAll();
    }

    /// The runner has finished what it had in hand: another may take its place.
    synchronized void unclaim(Object runner) {
        if (runner.equals(taker)) {
            taker = null;
            open = false;
        }
    }

    /// The next delivery, which counts as given out; null when no more are to be taken.
    synchronized @Nullable Arrival take() throws InterruptedException {
        while (open && waiting.isEmpty()) {
            wait();
        }
        if (!open) {
            return null;
        }
        Arrival next = waiting.removeFirst();
        queued.remove(next.id());
        unsettled.add(next.id());
        running = next.id();
        return next;
    }

    /// It has been dealt with; the server may send another in its place.
    synchronized void finished(DeliveryId id) {
        running = null;
        window.finished(id);
    }

    /// The server has confirmed what became of it.
    synchronized void confirmed(DeliveryId id) {
        unsettled.remove(id);
        settled.add(id);
        if (settled.size() > REMEMBERED) {
            settled.removeFirst();
        }
    }

    /// How far to acknowledge now; null when there is no need to.
    synchronized @Nullable Ack ackDue() {
        Long upTo = window.due();
        return upTo == null ? null : new Ack(upTo, source);
    }

    /// More waits here than should: nothing more is to be read for it.
    synchronized boolean full() {
        return waiting.size() >= FULL;
    }
}
