package dev.waybill.server.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import org.jspecify.annotations.Nullable;

/// Who is to do the work of an invocation.
sealed interface Handler {
    /// The provider of a node that names none.
    String DEFAULT = "default";

    /// One agent, wherever it is.
    record OfAgent(AgentId agent) implements Handler {}

    /// One provider of one node.
    record OfNode(NodeId node, String provider) implements Handler {}

    /// Any node that can start such an agent, or the one that was asked for.
    record Spawn(String capability, @Nullable NodeId target) implements Handler {}

    /// The node that runs the agent, or else this server.
    record Release(String agent) implements Handler {}

    /// This server, which says how the agent is.
    record Status(String agent) implements Handler {}
}
