package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.ActionResult;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.server.action.Ask;
import dev.waybill.server.action.Calls;
import dev.waybill.server.mcp.Exchange;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Calls actions and waits for what comes of them, but not for ever: what takes longer comes to the mailbox.
final class ActionCalls {
    /// Hosts give up on a call after a minute or so.
    static final Duration USUAL = Duration.ofSeconds(30);

    static final int LONGEST_SECONDS = 55;

    private final Calls calls;
    private final ResultEnvelope envelope;

    ActionCalls(Calls calls, ResultEnvelope envelope) {
        this.calls = calls;
        this.envelope = envelope;
    }

    Outcome call(
            Caller.Agent agent, String action, JsonNode input, Duration wait, Exchange exchange) {
        return envelope.of(invocation(agent, action, input, wait, exchange));
    }

    /// For a name that is none of the agent's tools: an action it may not call is refused as such, and so recorded.
    Optional<Outcome> refused(
            Caller.Agent agent, String action, ObjectNode input, Exchange exchange) {
        Invocation invocation = invocation(agent, action, input, USUAL, exchange);
        boolean unknown =
                invocation.result() instanceof ActionResult.Failed failed
                        && failed.error().code() == ActionErrorCode.NOT_FOUND;
        return unknown ? Optional.empty() : Optional.of(envelope.of(invocation));
    }

    /// The result of an action comes to the mailbox of one who does not wait for it, so nobody waits for a host that is
    /// not there.
    private Invocation invocation(
            Caller.Agent agent, String action, JsonNode input, Duration wait, Exchange exchange) {
        return calls.call(
                agent,
                new Ask.Named(action, input),
                null,
                wait,
                new Progress(exchange, exchange::attended, "Waiting for " + action, wait));
    }
}
