package dev.waybill.server.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.fleet.DirectNode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Where an invocation can go right now.
sealed interface Spot {
    /// To an agent, over its own connections.
    record ToAgent(AgentId agent, String name) implements Spot {
        /// The node that stands for the agent's own connections.
        NodeId node() {
            return new DirectNode(agent).id();
        }
    }

    /// To a node, which does it itself or has one of its agents do it.
    record ToNode(
            NodeId node,
            String provider,
            String action,
            @Nullable AgentId agent,
            @Nullable String agentName)
            implements Spot {}

    /// To nobody: this server does it.
    record Here(ObjectNode output) implements Spot {}

    /// To a node later, because it does not read what it was sent before.
    record Busy(String words) implements Spot {}

    /// Nowhere; the words say who is missing.
    record Nowhere(String words) implements Spot {}
}
