package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionResult;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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
        boolean queued,
        boolean quiet) {
    /// A call that came to nothing before anybody was to handle it.
    static KeptInvocation refused(
            InvocationId id, Caller.Agent caller, String action, JsonNode input, Instant now) {
        return new KeptInvocation(
                caller.workspace(),
                new Invocation(
                        id,
                        action,
                        caller.agent(),
                        caller.name(),
                        input,
                        null,
                        InvocationStatus.PENDING,
                        null,
                        null,
                        null,
                        null,
                        now,
                        null,
                        null,
                        null),
                null,
                null,
                null,
                null,
                0,
                null,
                null,
                false,
                true);
    }

    InvocationId id() {
        return invocation.invocationId();
    }

    boolean isRelease() {
        return action == null && BuiltIn.isRelease(invocation.actionName());
    }

    boolean isSpawn() {
        return action == null && BuiltIn.isSpawn(invocation.actionName());
    }

    Handler handler() {
        if (handlerAgent != null) {
            return new Handler.OfAgent(handlerAgent);
        }
        if (isRelease()) {
            return BuiltIn.release(invocation.input());
        }
        if (action == null && BuiltIn.isStatus(invocation.actionName())) {
            return BuiltIn.status(invocation.input());
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

    /// The envelope in which the result ends it.
    ActionResult envelope(Result result) {
        return result.error() == null
                ? new ActionResult.Completed(
                        invocation.actionName(), id(), result.output(), result.metadata())
                : new ActionResult.Failed(invocation.actionName(), id(), result.error());
    }

    InvokeAck ack(InvocationStatus status, @Nullable NodeId dispatchedTo) {
        return new InvokeAck(
                id(),
                invocation.actionName(),
                handlerAgent,
                handlerNode,
                dispatchedTo,
                invocation.input(),
                status,
                invocation.createdAt());
    }
}
