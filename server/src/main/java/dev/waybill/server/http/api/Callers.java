package dev.waybill.server.http.api;

import dev.waybill.server.http.route.Call;
import dev.waybill.server.workspace.Caller;

/// The caller of a route that admits one role only.
final class Callers {
    private Callers() {}

    static Caller.Agent agent(Call call) {
        return switch (call.caller()) {
            case Caller.Agent agent -> agent;
            case Caller.Owner _, Caller.Node _, Caller.Observer _, Caller.Webhook _ ->
                    throw new IllegalStateException("the route let in a caller that is no agent");
        };
    }
}
