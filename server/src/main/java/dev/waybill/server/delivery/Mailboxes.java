package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;

/// The mailboxes of the agents that are connected here.
public final class Mailboxes {
    void signal(AgentId agent, Signal signal) {}

    void update(AgentId agent, ContextUpdate update) {}
}
