package dev.waybill.sdk;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The place of one agent on a link: what arrived for it, what it is asked to do, and what it is told besides.
record Seat(
        AgentIdentity agent,
        Intake intake,
        OrderBook orders,
        Notices notices,
        ReentrantLock acking,
        List<Runnable> greeters) {
    Seat(AgentIdentity agent) {
        this(
                agent,
                new Intake(),
                new OrderBook(),
                new Notices(),
                new ReentrantLock(),
                new CopyOnWriteArrayList<>());
    }

    /// There is a new connection. Greeters must not wait.
    void renew(@Nullable Connection connection) {
        intake.renew(connection);
        if (connection != null) {
            greeters.forEach(Runnable::run);
        }
    }

    String name() {
        return agent.name();
    }

    /// Acknowledges what was dealt with, if that is worth a frame. One at a time, because the server takes a smaller number
    /// after a larger one for a sign that this side has forgotten.
    void acknowledge() {
        acking.lock();
        try {
            Intake.Ack due = intake.ackDue();
            if (due != null && due.over() != null) {
                due.over().send(Wire.JSON.text(Frames.ack(name(), due.upTo())));
            }
        } finally {
            acking.unlock();
        }
    }
}
