package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;

/// Reaches agents in another way than through a line. It is called after commits, on the thread that writes: it is quick
/// and never waits.
public interface Elsewhere {
    Elsewhere NOBODY =
            new Elsewhere() {
                @Override
                public void ring(AgentId agent) {}

                @Override
                public void signal(AgentId agent, Signal signal) {}
            };

    /// Something has changed in the agent's mailbox.
    void ring(AgentId agent);

    /// Something is to be said outside the sequence.
    void signal(AgentId agent, Signal signal);
}
