package dev.waybill.sdk;

import dev.waybill.protocol.json.Json;
import dev.waybill.sdk.schema.Records;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A call of an action that is about to be made. Each method answers another call.
///
/// ```java
/// record Branch(String name) {}
/// ActionCall call =
///         ActionCall.of("deploy.preview", new Branch("fix/refunds"))
///                 .caller(agent)
///                 .timeout(Duration.ofMinutes(5))
///                 .idempotencyKey("preview-fix/refunds-17");
/// ```
///
/// @param input what the action is given, as JSON
/// @param caller on whose behalf; null for whoever makes the call
/// @param timeout how long to wait for the result
/// @param idempotencyKey of several calls with the same key only the first is made, and all get its result
public record ActionCall(
        String action,
        ObjectNode input,
        @Nullable RelayAgent caller,
        Duration timeout,
        String idempotencyKey) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// With a record, a map or a JSON object, written as it stands.
    public static ActionCall of(String action, Object input) {
        if (!(Records.tree(input) instanceof ObjectNode object)) {
            throw new IllegalArgumentException(
                    "the input of %s is no JSON object: %s"
                            .formatted(action, input.getClass().getSimpleName()));
        }
        return new ActionCall(action, object, null, PATIENCE, UUID.randomUUID().toString());
    }

    /// With nothing.
    public static ActionCall of(String action) {
        return of(action, Json.emptyObject());
    }

    public ActionCall caller(RelayAgent agent) {
        return new ActionCall(action, input, agent, timeout, idempotencyKey);
    }

    public ActionCall timeout(Duration time) {
        return new ActionCall(action, input, caller, time, idempotencyKey);
    }

    public ActionCall idempotencyKey(String key) {
        return new ActionCall(action, input, caller, timeout, key);
    }

    @Override
    public String toString() {
        return "call of " + action;
    }
}
