package dev.waybill.server.source;

import dev.waybill.protocol.source.SourcePolled;
import dev.waybill.protocol.source.SubscriptionPolled;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;

/// Has a subscription read now what it would read by itself.
public final class Polls {
    private final Supplies supplies;
    private final Subscriptions subscriptions;
    private final CatchUp catchUp;

    Polls(Supplies supplies, Subscriptions subscriptions, CatchUp catchUp) {
        this.supplies = supplies;
        this.subscriptions = subscriptions;
        this.catchUp = catchUp;
    }

    /// For sources that nobody goes and looks at.
    public static SourcePolled nothing(KeptSource source) {
        return new SourcePolled(
                source.id(),
                source.type().wire(),
                0,
                0,
                0,
                "events come to this source by themselves; there is nothing to look at");
    }

    /// Reads one page. One that gets events as they come has nothing to read.
    public SubscriptionPolled poll(Caller caller, String id) {
        KeptSubscription kept =
                supplies.database().read(tx -> subscriptions.require(tx, caller, id));
        CatchUp.Step step = kept.nextSeq() == null ? CatchUp.Step.NOTHING : catchUp.step(id);
        return new SubscriptionPolled(
                id,
                kept.sourceId(),
                step.read(),
                step.matched(),
                step.created(),
                step.at() == 0 ? null : step.at(),
                note(kept, step));
    }

    private static String note(KeptSubscription kept, CatchUp.Step step) {
        if (kept.nextSeq() == null) {
            return "events are taken as they come; there is nothing to read";
        }
        return step.more() ? "there is more to read" : "read to the end, or to what stops it";
    }
}
