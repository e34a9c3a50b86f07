package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionCaller;
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

/// An invocation that is wanted and not yet kept: who is to do what.
record Order(
        Caller caller,
        @Nullable ActionCaller by,
        String actionName,
        @Nullable ActionId action,
        Handler handler,
        Patience patience,
        JsonNode input) {
    /// What happens while the handler is away.
    enum Patience {
        /// The call is refused.
        NONE,
        /// It waits as long as a handler may be gone.
        SOME,
        /// It waits for days.
        LONG
    }

    Order by(ActionCaller known) {
        return new Order(caller, known, actionName, action, handler, patience, input);
    }

    KeptInvocation kept(InvocationId id, Instant now, boolean quiet) {
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
                        by),
                action,
                handler instanceof Handler.OfAgent(var agent) ? agent : null,
                handlerNode(),
                handler instanceof Handler.OfNode(var _, var provider) ? provider : null,
                0,
                null,
                null,
                patience == Patience.LONG,
                quiet);
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
            case Handler.OfAgent _, Handler.Release _, Handler.Status _ -> null;
        };
    }
}
