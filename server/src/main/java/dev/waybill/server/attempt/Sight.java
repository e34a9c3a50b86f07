package dev.waybill.server.attempt;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;

/// Who may see an attempt: the owner, the agent it is for, and those who may agree to it.
final class Sight {
    private final AttemptTable attempts;
    private final Permits permits;

    Sight(AttemptTable attempts, Permits permits) {
        this.attempts = attempts;
        this.permits = permits;
    }

    /// What one may not see is not there.
    Attempt require(ReadTx tx, Asker caller, String id) {
        return attempts.find(tx, caller.workspace(), id)
                .filter(attempt -> sees(caller, attempt.order()))
                .orElseThrow(() -> new Refusal(Reason.UNKNOWN_DELIVERY, "unknown delivery: " + id));
    }

    static boolean owns(Asker caller, Order order) {
        return caller.owner()
                || (caller.agent() != null && caller.agent().equals(order.asker().agent()));
    }

    /// Nobody agrees to what is done for themselves.
    boolean decides(Asker caller, Order order) {
        return caller.owner() || (named(caller, order) && !owns(caller, order));
    }

    private boolean sees(Asker caller, Order order) {
        return owns(caller, order) || named(caller, order);
    }

    private boolean named(Asker caller, Order order) {
        return !order.approvers().isEmpty() && permits.approves(caller, order.approvers());
    }
}
