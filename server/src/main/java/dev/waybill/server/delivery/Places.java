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

    private Places() {}

    /// Empty when the agent is gone.
    static Optional<Long> next(Tx tx, AgentId agent) {
        return tx.first(NEXT, row -> row.number(1), agent);
    }
}
