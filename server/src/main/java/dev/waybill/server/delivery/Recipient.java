package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;

/// An agent and the place in its mailbox that a message got.
record Recipient(AgentId agent, String name, long seq) {
    /// The same agent, so many places before.
    Recipient before(long places) {
        return new Recipient(agent, name, seq - places);
    }
}
