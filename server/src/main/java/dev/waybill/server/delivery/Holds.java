package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.server.delivery.AppointmentTable.Held;
import dev.waybill.server.delivery.Session.Moment;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Lets deliveries go that were held back for a moment, when it has come: each gets its place in the line then.
public final class Holds {
    private final AppointmentTable table = new AppointmentTable();
    private final Mailboxes mailboxes;
    private final InstantSource clock;

    public Holds(Mailboxes mailboxes, InstantSource clock) {
        this.mailboxes = mailboxes;
        this.clock = clock;
    }

    /// The agent's session is in that state now.
    public void state(Tx tx, AgentId agent, String state) {
        table.session(tx, agent)
                .filter(session -> session.safeIn(state))
                .ifPresent(_ -> reached(tx, agent, Moment.SAFE_STATE));
    }

    /// The agent's session is about to call a tool.
    public void toolCall(Tx tx, AgentId agent) {
        table.reportsToolCalls(tx, agent);
        reached(tx, agent, Moment.TOOL_CALL);
    }

    /// The agent's session is given a message.
    public void message(Tx tx, AgentId agent) {
        table.reportsMessages(tx, agent);
        reached(tx, agent, Moment.MESSAGE);
    }

    /// Everything that is held back for the agent goes, in order.
    public List<DeliveryId> flush(Tx tx, AgentId agent) {
        return reached(tx, agent, Moment.FLUSH);
    }

    /// One delivery goes; nothing if it was not held back.
    public List<DeliveryId> flush(Tx tx, DeliveryIds delivery) {
        return release(tx, delivery.agent(), held -> held.id().equals(delivery));
    }

    private List<DeliveryId> reached(Tx tx, AgentId agent, Moment moment) {
        return release(tx, agent, held -> moment.frees(held.mode()));
    }

    private List<DeliveryId> release(Tx tx, AgentId agent, Predicate<Held> wanted) {
        Instant now = clock.instant();
        List<DeliveryId> released = new ArrayList<>();
        for (Held held : table.held(tx, agent, now)) {
            if (wanted.test(held)) {
                long seq = Places.next(tx, agent).orElseThrow();
                table.release(tx, agent, held, seq, now);
                tx.afterCommit(() -> mailboxes.grown(agent, seq, held.urgent()));
                released.add(held.id().name());
            }
        }
        return released;
    }
}
