package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/// Calls an action as an agent and waits so long for its result. A refusal is a result, too.
@FunctionalInterface
public interface Invoking {
    Invocation call(Caller.Agent caller, String action, JsonNode input, Duration wait)
            throws InterruptedException;
}
