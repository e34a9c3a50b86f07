package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.server.delivery.Waits;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
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

    /// The invocation when it is settled, or as it is when the time is over or the answer is no longer `wanted`.
    Invocation settled(
            InvocationId id,
            Function<InvocationId, Invocation> look,
            Duration atMost,
            BooleanSupplier wanted) {
        to(id);
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            Invocation invocation = look.apply(id);
            if (invocation.result() != null || place == null || !place.goOn(end, wanted)) {
                return invocation;
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
