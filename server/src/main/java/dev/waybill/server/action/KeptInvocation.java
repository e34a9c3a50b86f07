package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An invocation with what is needed to see it through. Without an action it is one that every server knows: a spawn or a
/// release.
record KeptInvocation(
        WorkspaceId workspace,
        Invocation invocation,
        @Nullable ActionId action,
        @Nullable AgentId handlerAgent,
        @Nullable NodeId handlerNode,
        @Nullable String provider,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant unreachableSince,
        boolean queued) {
    InvocationId id() {
        return invocation.invocationId();
    }

    boolean isRelease() {
        return action == null && invocation.actionName().equals(BuiltIn.RELEASE);
    }

    boolean isSpawn() {
        return action == null && !isRelease();
    }

    Handler handler() {
        if (handlerAgent != null) {
            return new Handler.OfAgent(handlerAgent);
        }
        if (isRelease()) {
            return BuiltIn.release(invocation.input());
        }
        if (isSpawn()) {
            return new Handler.Spawn(
                    BuiltIn.capability(invocation.actionName(), invocation.input()), handlerNode);
        }
        if (handlerNode == null) {
            throw new IllegalStateException("invocation " + id() + " has no handler");
        }
        return new Handler.OfNode(handlerNode, provider == null ? Handler.DEFAULT : provider);
    }

    InvokeAck ack() {
        return new InvokeAck(
                id(),
                invocation.actionName(),
                handlerAgent,
                handlerNode,
                invocation.dispatchedNodeId(),
                invocation.input(),
                invocation.status(),
                invocation.createdAt());
    }
}
