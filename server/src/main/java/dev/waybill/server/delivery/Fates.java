package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Tells what has become of a message in one agent's mailbox.
public final class Fates {
    private static final String LAST_ATTEMPT =
            """
            select d.seq, d.status, d.available_at, r.ack_seq, d.dead_for
            from delivery d join agent r on r.id = d.agent_id
            where d.message_id = ? and d.agent_id = ? order by d.attempt desc limit 1
            """;

    /// What may have become of it.
    public enum Fate {
        /// Still on its way.
        OPEN,
        /// The session has it.
        DELIVERED,
        /// Its time was over before that.
        EXPIRED,
        /// The session could not take it, or its mailbox had no room.
        FAILED
    }

    private final ToLongFunction<AgentId> acked;

    /// `acked` knows up to where an agent has acknowledged, also what is not written yet.
    Fates(ToLongFunction<AgentId> acked) {
        this.acked = acked;
    }

    public Fate of(ReadTx tx, MessageId message, AgentId agent) {
        long known = acked.applyAsLong(agent);
        return tx.first(LAST_ATTEMPT, row -> fate(row, known), message, agent).orElse(Fate.FAILED);
    }

    private static Fate fate(Row row, long known) {
        boolean passed = row.number(1) <= Math.max(known, row.number(4));
        boolean comesAgain = row.numberOrNull(3) != null;
        return switch (DeliveryState.of(row.textOrNull(2), passed)) {
            case HELD, OPEN, ACCEPTED, DEFERRED, REPLACED -> Fate.OPEN;
            case ACKED -> Fate.DELIVERED;
            case FAILED -> comesAgain ? Fate.OPEN : Fate.FAILED;
            case DEAD_LETTERED -> dead(row.textOrNull(5));
        };
    }

    private static Fate dead(@Nullable String why) {
        return "attempts_exhausted".equals(why) ? Fate.FAILED : Fate.EXPIRED;
    }
}
