package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.store.ReadTx;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A caller that waits for what becomes of its invocation. As long as it does, the result is not put into its mailbox.
final class Attention implements AutoCloseable {
    private final ActionSet.Workings workings;
    private Waits<InvocationId>.@Nullable Place place;

    Attention(ActionSet.Workings workings) {
        this.workings = workings;
    }

    /// From now on the result of that invocation is waited for, and of none before.
    Waits<InvocationId>.Place to(InvocationId id) {
        if (place != null && place.isFor(id)) {
            return place;
        }
        close();
        Waits<InvocationId>.Place entered = workings.waits().enter(id);
        place = entered;
        return entered;
    }

    /// The invocation when it is settled, or as it is when the time is over or the answer is no longer `wanted`. Whoever
    /// is gone by the time there is a result finds it in the mailbox after all. Of one that was waited for before it was
    /// sent no ring can have been missed, so there is nothing to look for before the first.
    Invocation settled(InvocationId id, Duration atMost, BooleanSupplier wanted) {
        boolean expected = place != null && place.isFor(id);
        Waits<InvocationId>.Place entered = to(id);
        long end = System.nanoTime() + atMost.toNanos();
        Invocation invocation =
                expected && !entered.goOn(end, wanted)
                        ? last(id)
                        : awaited(entered, id, end, wanted);
        if (entered.entrusted() && !wanted.getAsBoolean()) {
            workings.ground().database().write(tx -> workings.told().posted(tx, kept(tx, id)));
        }
        return invocation;
    }

    private Invocation awaited(
            Waits<InvocationId>.Place entered, InvocationId id, long end, BooleanSupplier wanted) {
        while (true) {
            Invocation invocation =
                    workings.ground().database().read(tx -> kept(tx, id)).invocation();
            if (invocation.result() != null) {
                return invocation;
            }
            if (!entered.goOn(end, wanted)) {
                return last(id);
            }
        }
    }

    /// A result that is being written when the time is over was spared the mailbox, so it is waited for; one that comes
    /// later is not.
    private Invocation last(InvocationId id) {
        close();
        return workings.ground().database().write(tx -> kept(tx, id)).invocation();
    }

    private KeptInvocation kept(ReadTx tx, InvocationId id) {
        return workings.invocations().require(tx, id);
    }

    @Override
    public void close() {
        if (place != null) {
            place.close();
            place = null;
        }
    }
}
