package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.server.delivery.Waits;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A caller that waits for what becomes of its invocation. As long as it does, the result is not put into its mailbox.
final class Attention implements AutoCloseable {
    private final Waits<InvocationId> waits;
    private Waits<InvocationId>.@Nullable Place place;

    Attention(Waits<InvocationId> waits) {
        this.waits = waits;
    }

    /// From now on the result of that invocation is waited for, and of none before.
    void to(InvocationId id) {
        close();
        place = waits.enter(id);
    }

    /// How an invocation is looked at: as it was committed last, or behind everything that is being written.
    interface Look {
        Invocation now(InvocationId id);

        Invocation behindWrites(InvocationId id);
    }

    /// The invocation when it is settled, or as it is when the time is over or the answer is no longer `wanted`. A result
    /// that is being written just then was spared the mailbox, so it is waited for; one that comes later is not.
    Invocation settled(InvocationId id, Look look, Duration atMost, BooleanSupplier wanted) {
        to(id);
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            Invocation invocation = look.now(id);
            if (invocation.result() != null) {
                return invocation;
            }
            if (place == null || !place.goOn(end, wanted)) {
                close();
                return look.behindWrites(id);
            }
        }
    }

    @Override
    public void close() {
        if (place != null) {
            place.close();
            place = null;
        }
    }
}
