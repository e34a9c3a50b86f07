package dev.waybill.sdk;

import java.util.concurrent.locks.ReentrantLock;

/// The place of one agent on a link: what arrived for it, and what it is told besides.
record Seat(AgentIdentity agent, Intake intake, Notices notices, ReentrantLock acking) {
    Seat(AgentIdentity agent) {
        this(agent, new Intake(), new Notices(), new ReentrantLock());
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
