package dev.waybill.server.attempt;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Who may see an attempt: the owner, the agent it is for, and those who may agree to it.
final class Sight {
    private final AttemptTable attempts;
    private final Permits permits;

    Sight(AttemptTable attempts, Permits permits) {
        this.attempts = attempts;
        this.permits = permits;
    }

    /// What an agent sees of all there is: its own, and what waits for it; `waiting` are the approvers of that as they are
    /// kept.
    record View(AgentId agent, List<String> waiting) {
        View {
            waiting = List.copyOf(waiting);
        }

        void condition(BiConsumer<String, List<Object>> condition) {
            String marks = String.join(", ", Collections.nCopies(waiting.size(), "?"));
            List<Object> values = new ArrayList<>();
            values.add(agent);
            values.addAll(waiting);
            condition.accept(
                    waiting.isEmpty()
                            ? "agent_id = ?"
                            : "(agent_id = ? or (approval = 'pending' and approvers in ("
                                    + marks
                                    + ")))",
                    values);
        }
    }

    /// None for the owner, who sees everything.
    @Nullable View view(ReadTx tx, Asker caller) {
        AgentId agent = caller.agent();
        if (agent == null) {
            return null;
        }
        Map<String, List<String>> asked = attempts.asked(tx, caller.workspace());
        return new View(
                agent,
                asked.entrySet().stream()
                        .filter(one -> permits.approves(tx, caller, one.getValue()))
                        .map(Map.Entry::getKey)
                        .toList());
    }

    /// What one may not see is not there.
    Attempt require(ReadTx tx, Asker caller, String id) {
        return attempts.find(tx, caller.workspace(), id)
                .filter(attempt -> sees(tx, caller, attempt.order()))
                .orElseThrow(() -> new Refusal(Reason.UNKNOWN_DELIVERY, "unknown delivery: " + id));
    }

    static boolean owns(Asker caller, Order order) {
        return caller.owner()
                || (caller.agent() != null && caller.agent().equals(order.asker().agent()));
    }

    /// Nobody agrees to what is done for themselves.
    boolean decides(ReadTx tx, Asker caller, Order order) {
        return caller.owner() || (named(tx, caller, order) && !owns(caller, order));
    }

    private boolean sees(ReadTx tx, Asker caller, Order order) {
        return owns(caller, order) || named(tx, caller, order);
    }

    private boolean named(ReadTx tx, Asker caller, Order order) {
        return !order.approvers().isEmpty() && permits.approves(tx, caller, order.approvers());
    }
}
