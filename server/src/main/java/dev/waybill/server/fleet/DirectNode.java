package dev.waybill.server.fleet;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import java.util.Optional;

/// The node every agent has without anybody making it: the agent's own session.
public record DirectNode(AgentId agent) {
    private static final String ID = "node_direct_";
    private static final String NAME = "direct-";

    public NodeId id() {
        return new NodeId(ID + agent);
    }

    public String name() {
        return NAME + agent;
    }

    /// The direct node with that id; empty if it is another kind of node.
    public static Optional<DirectNode> of(NodeId node) {
        return after(ID, node.value());
    }

    public static Optional<DirectNode> named(String name) {
        return after(NAME, name);
    }

    private static Optional<DirectNode> after(String prefix, String text) {
        if (!text.startsWith(prefix)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new DirectNode(AgentId.parse(text.substring(prefix.length()))));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
