package dev.waybill.server.trigger;

import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.workspace.Caller;
import tools.jackson.databind.JsonNode;

/// Invokes actions. The caller is who wrote the message; under one key an action is invoked once, however often it is
/// asked for. Throws a [dev.waybill.server.refusal.Refusal] when it cannot be.
public interface Invoking {
    void invoke(Caller.Agent caller, String action, JsonNode input, RequestKey key);
}
