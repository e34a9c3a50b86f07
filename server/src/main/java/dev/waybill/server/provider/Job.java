package dev.waybill.server.provider;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One call of an operation, with input that fits its schema. `startedAt` is when it was tried first; `origin` is the event
/// that is answered, where it is known.
public record Job(
        String deliveryId,
        WorkspaceId workspace,
        DeliveryHandle handle,
        Surface surface,
        Operation operation,
        ObjectNode input,
        Credential credential,
        @Nullable Origin origin,
        Instant startedAt,
        int attempt,
        Wire wire) {
    public String target() {
        return handle.targetRef();
    }

    /// A text of the input; empty where it was left out.
    public String text(String field) {
        return input.path(field).asString("");
    }
}
