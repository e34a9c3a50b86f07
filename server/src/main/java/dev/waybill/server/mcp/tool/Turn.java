package dev.waybill.server.mcp.tool;

import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.mcp.Exchange;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One call of a tool: on whose behalf, with what, and by what means. The caller is already the one to act as.
///
/// @param named whether the caller holds the key of the workspace and was named in `as`
record Turn(
        Caller caller, Arguments arguments, Exchange exchange, LocalCalls calls, boolean named) {
    private static final Duration PATIENCE = Duration.ofSeconds(DeliveryTools.LONGEST_WAIT);

    Turn(Caller caller, Arguments arguments, Exchange exchange, LocalCalls calls) {
        this(caller, arguments, exchange, calls, false);
    }

    /// Whether the connection is one of an agent's own, with its token.
    boolean own() {
        return caller instanceof Caller.Agent && !named;
    }

    /// What the API answers; a [ToolFault] when it refuses.
    @Nullable JsonNode ask(LocalRequest request) {
        return ask(caller, request);
    }

    @Nullable JsonNode ask(Caller by, LocalRequest request) {
        return page(by, request).data();
    }

    /// The same, with where a list goes on.
    LocalCalls.Reply.Data page(LocalRequest request) {
        return page(caller, request);
    }

    private LocalCalls.Reply.Data page(Caller by, LocalRequest request) {
        return switch (calls.call(
                by,
                request.wantedWhile(
                        new Progress(exchange, exchange::wanted, "Waiting", PATIENCE)))) {
            case LocalCalls.Reply.Data data -> data;
            case LocalCalls.Reply.Refused(var problem) -> throw ToolFault.of(problem);
        };
    }

    Turn as(Caller other) {
        return new Turn(other, arguments, exchange, calls, true);
    }
}
