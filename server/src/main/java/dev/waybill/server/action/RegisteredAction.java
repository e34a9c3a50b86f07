package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.policy.AgentSelector;
import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An action with what callers do not see of it.
record RegisteredAction(
        Action action,
        @Nullable AgentId handlerAgent,
        @Nullable String provider,
        boolean global,
        boolean queued) {
    /// Whether the agent may invoke it.
    boolean availableTo(Chosen agent) {
        return unrestricted()
                || allowed().stream()
                        .map(AgentSelector::parse)
                        .anyMatch(selector -> selector.chooses(agent));
    }

    /// Whether its name alone leads to it; other actions of nodes are called on their node.
    boolean answersToItsName() {
        return handlerAgent != null || global;
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
