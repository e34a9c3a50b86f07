package dev.waybill.sdk;

import dev.waybill.protocol.id.DeliveryId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which of the deliveries that came over one connection are dealt with, and so how far they may be acknowledged. The ack
/// is what makes the server send more; it is held back while deliveries wait here.
final class AckWindow {
    /// One ack for so many deliveries, unless nothing else is under way.
    private static final int STRIDE = 8;

    private final Deque<Slot> slots = new ArrayDeque<>();
    private final Map<DeliveryId, Slot> open = new HashMap<>();
    private long reached;
    private long acked;
    private int sinceAck;

    private static final class Slot {
        private final long seq;
        private boolean done;

        Slot(long seq) {
            this.seq = seq;
        }
    }

    /// A delivery that is to be dealt with.
    void arrived(long seq, DeliveryId delivery) {
        Slot slot = new Slot(seq);
        slots.addLast(slot);
        Slot before = open.put(delivery, slot);
        if (before != null) {
            before.done = true;
        }
    }

    /// A number that nothing has to be done about.
    void passed(long seq) {
        Slot slot = new Slot(seq);
        slot.done = true;
        slots.addLast(slot);
    }

    void finished(DeliveryId delivery) {
        Slot slot = open.remove(delivery);
        if (slot != null) {
            slot.done = true;
        }
    }

    /// How far to acknowledge now; null when there is no need to.
    @Nullable Long due() {
        while (!slots.isEmpty() && slots.getFirst().done) {
            reached = Math.max(reached, slots.removeFirst().seq);
            sinceAck++;
        }
        if (reached <= acked || (sinceAck < STRIDE && !slots.isEmpty())) {
            return null;
        }
        acked = reached;
        sinceAck = 0;
        return acked;
    }
}
