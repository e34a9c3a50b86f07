package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.store.Tx;
import java.util.Optional;

/// Gives single deliveries their place at the end of a mailbox. Messages to many get theirs all at once, in
/// [DeliveryTable].
final class Places {
    private static final String NEXT =
            """
            update agent set delivery_seq = delivery_seq + 1 where id = ? and deleted_at is null
            returning delivery_seq
            """;

    private static final String HOLD = "select id from agent where id = ? for no key update";

    private Places() {}

    /// Until the commit no other server gives a place in the mailbox, and what was given before is seen by the statements
    /// that follow. A single statement that waits for such a place would see the counter as it is then, but the deliveries
    /// as they were before it waited.
    static void hold(Tx tx, AgentId agent) {
        if (tx.dialect().isShared()) {
            var _ = tx.list(HOLD, row -> row.number(1), agent);
        }
    }

    /// Empty when the agent is gone.
    static Optional<Long> next(Tx tx, AgentId agent) {
        return tx.first(NEXT, row -> row.number(1), agent);
    }
}
