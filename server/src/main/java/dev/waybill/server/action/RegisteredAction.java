package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An action with what callers do not see of it.
record RegisteredAction(
        Action action,
        @Nullable AgentId handlerAgent,
        @Nullable String provider,
        boolean global,
        boolean queued) {
    /// Whether an agent of that name may invoke it.
    boolean availableTo(String agent) {
        return unrestricted() || allowed().contains(agent);
    }

    boolean unrestricted() {
        return allowed().isEmpty();
    }

    Handler handler() {
        NodeId node = action.handlerNodeId();
        if (node != null) {
            return new Handler.OfNode(node, provider == null ? Handler.DEFAULT : provider);
        }
        if (handlerAgent == null) {
            throw new IllegalStateException("action " + action.id() + " has no handler");
        }
        return new Handler.OfAgent(handlerAgent);
    }

    private List<String> allowed() {
        List<String> names = action.availableTo();
        return names == null ? List.of() : names;
    }
}
