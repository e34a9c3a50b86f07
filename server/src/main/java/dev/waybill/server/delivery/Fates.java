package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Tells what has become of a message in one agent's mailbox.
public final class Fates {
    /// How many are asked about at once; a fixed number makes it one statement.
    private static final int AT_ONCE = 32;

    /// The sign before the agent is for SQLite, which else reads all that the agent ever had.
    private static final String ATTEMPTS =
            """
            select d.message_id, d.seq, d.status, d.available_at, r.ack_seq, d.dead_for
            from delivery d join agent r on r.id = d.agent_id
            where +d.agent_id = ? and d.message_id in (%s) order by d.message_id, d.attempt
            """
                    .formatted(String.join(", ", Collections.nCopies(AT_ONCE, "?")));

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

    /// What the last attempt has come to, for each of the messages.
    public Map<MessageId, Fate> of(ReadTx tx, List<MessageId> messages, AgentId agent) {
        long known = acked.applyAsLong(agent);
        Map<MessageId, Fate> all = new HashMap<>();
        messages.forEach(message -> all.put(message, Fate.FAILED));
        for (int from = 0; from < messages.size(); from += AT_ONCE) {
            List<MessageId> some =
                    messages.subList(from, Math.min(from + AT_ONCE, messages.size()));
            ask(tx, some, agent, known).forEach(one -> all.put(one.message(), one.fate()));
        }
        return all;
    }

    private record Attempt(MessageId message, Fate fate) {}

    private static List<Attempt> ask(ReadTx tx, List<MessageId> some, AgentId agent, long known) {
        Object[] values = new Object[AT_ONCE + 1];
        Arrays.fill(values, some.getLast());
        values[0] = agent;
        for (int i = 0; i < some.size(); i++) {
            values[i + 1] = some.get(i);
        }
        return tx.list(
                ATTEMPTS,
                row -> new Attempt(new MessageId(row.number(1)), fate(row, known)),
                values);
    }

    private static Fate fate(Row row, long known) {
        boolean passed = row.number(2) <= Math.max(known, row.number(5));
        boolean comesAgain = row.numberOrNull(4) != null;
        return switch (DeliveryState.of(row.textOrNull(3), passed)) {
            case HELD, OPEN, ACCEPTED, DEFERRED, REPLACED -> Fate.OPEN;
            case ACKED -> Fate.DELIVERED;
            case FAILED -> comesAgain ? Fate.OPEN : Fate.FAILED;
            case DEAD_LETTERED -> dead(row.textOrNull(6));
        };
    }

    private static Fate dead(@Nullable String why) {
        return "attempts_exhausted".equals(why) ? Fate.FAILED : Fate.EXPIRED;
    }
}
