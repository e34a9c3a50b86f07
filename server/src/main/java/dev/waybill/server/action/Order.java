package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An invocation that is wanted and not yet kept.
record Order(
        Caller caller,
        String actionName,
        @Nullable ActionId action,
        Handler handler,
        boolean queued,
        JsonNode input) {
    KeptInvocation kept(InvocationId id, Instant now) {
        return new KeptInvocation(
                caller.workspace(),
                new Invocation(
                        id,
                        actionName,
                        callerId(),
                        callerName(),
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
                action,
                handler instanceof Handler.OfAgent(var agent) ? agent : null,
                handlerNode(),
                handler instanceof Handler.OfNode(var _, var provider) ? provider : null,
                0,
                null,
                null,
                queued);
    }

    private @Nullable AgentId callerId() {
        return caller instanceof Caller.Agent agent ? agent.agent() : null;
    }

    private @Nullable String callerName() {
        return caller instanceof Caller.Agent agent ? agent.name() : null;
    }

    private @Nullable NodeId handlerNode() {
        return switch (handler) {
            case Handler.OfNode(var node, var _) -> node;
            case Handler.Spawn(var _, var target) -> target;
            case Handler.OfAgent _, Handler.Release _ -> null;
        };
    }
}
