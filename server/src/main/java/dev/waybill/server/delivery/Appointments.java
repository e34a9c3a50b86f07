package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Puts messages into mailboxes whose senders said when or how they are to be delivered: some have to wait for their
/// moment, some go first, some not at all.
final class Appointments {
    private final AppointmentTable table;
    private final DeliveryLimits limits;
    private final Outcomes outcomes;
    private final ToLongFunction<AgentId> acked;

    /// `acked` knows up to where an agent has acknowledged, also what is not written yet.
    Appointments(DeliveryLimits limits, Outcomes outcomes, ToLongFunction<AgentId> acked) {
        this.table = new AppointmentTable();
        this.limits = limits;
        this.outcomes = outcomes;
        this.acked = acked;
    }

    /// How many deliveries of the agent are to be settled, with those that wait for their moment.
    long unsettled(ReadTx tx, AgentId agent, Instant now) {
        return table.unsettled(tx, agent, acked.applyAsLong(agent), now, limits.timeToLive());
    }

    boolean prompting(ReadTx tx, AgentId agent) {
        return table.session(tx, agent).filter(Session::prompting).isPresent();
    }

    /// Refuses a mode that the agent has said its session cannot do.
    void check(ReadTx tx, AgentId recipient, DeliveryTerms terms) {
        DeliveryMode mode = terms.deliveryMode();
        if (mode == null) {
            return;
        }
        table.session(tx, recipient)
                .filter(session -> !session.supports(mode))
                .ifPresent(
                        session -> {
                            throw new Refusal(
                                    Reason.UNSUPPORTED_DELIVERY_MODE, unsupported(session, mode));
                        });
    }

    boolean supported(ReadTx tx, AgentId recipient, DeliveryTerms terms) {
        DeliveryMode mode = terms.deliveryMode();
        return mode == null
                || table.session(tx, recipient).filter(one -> !one.supports(mode)).isEmpty();
    }

    /// Those whose delivery is free to go; the others get theirs in its time, or the sender is told why they do not.
    List<Recipient> post(Tx tx, PostedMessage message) {
        List<Recipient> free = new ArrayList<>();
        for (Session session : table.sessions(tx, message)) {
            Recipient recipient = place(tx, message, session);
            if (recipient != null) {
                free.add(recipient);
            }
        }
        return free;
    }

    private @Nullable Recipient place(Tx tx, PostedMessage message, Session session) {
        DeliveryMode mode = message.handling().terms().deliveryMode();
        Recipient nowhere = new Recipient(session.agent(), session.name(), 0);
        if (mode != null && !session.supports(mode)) {
            lose(tx, message, nowhere, "unsupported_mode", unsupported(session, mode));
            return null;
        }
        if (unsettled(tx, session.agent(), message.at()) >= limits.depth()) {
            outcomes.lost(tx, full(message, nowhere), message.at());
            return null;
        }
        if (mode != null && session.mustWait(mode)) {
            table.hold(tx, message, nowhere, mode, limits.timeToLive());
            return null;
        }
        Recipient placed =
                new Recipient(
                        session.agent(),
                        session.name(),
                        Places.next(tx, session.agent()).orElseThrow());
        table.insert(tx, message, placed, limits.timeToLive());
        return placed;
    }

    private void lose(
            Tx tx, PostedMessage message, Recipient recipient, String reason, String error) {
        outcomes.lost(tx, loss(message, recipient, reason, error), message.at());
    }

    /// Tells that a mailbox has no room for the message.
    static Outcomes.Loss full(PostedMessage message, Recipient recipient) {
        return loss(message, recipient, "depth_cap", "mailbox depth cap exceeded");
    }

    private static Outcomes.Loss loss(
            PostedMessage message, Recipient recipient, String reason, String error) {
        return new Outcomes.Loss(
                message.workspace(),
                message.room().id(),
                message.id(),
                message.sender(),
                recipient.agent(),
                recipient.name(),
                null,
                recipient.seq(),
                reason,
                error);
    }

    private static String unsupported(Session session, DeliveryMode mode) {
        return "The session of agent \""
                + session.name()
                + "\" does not support delivery mode '"
                + mode.wire()
                + "'; it supports "
                + String.join(", ", session.modes());
    }
}
