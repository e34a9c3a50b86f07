package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.CallTerms;
import dev.waybill.protocol.outbound.DeliveryTarget;
import dev.waybill.protocol.outbound.InvokeRequest;
import dev.waybill.protocol.outbound.SendRequest;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a request asks for, of the right form and not yet looked up. Without an operation it is the one that stands for plain
/// text.
record Wish(
        DeliveryTarget target,
        CallTerms terms,
        @Nullable String operation,
        String kind,
        ObjectNode payload) {
    private static final String REPLY = "reply";

    static Wish of(InvokeRequest request) {
        String operation = request.operation();
        if (operation == null || operation.isBlank()) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "body must have required property 'operation'");
        }
        return new Wish(
                request.target(),
                request.terms(),
                operation,
                operation,
                Inputs.object("input", request.input()));
    }

    static Wish of(SendRequest request) {
        String kind = request.kind();
        return new Wish(
                request.target(),
                request.terms(),
                null,
                kind == null || kind.isBlank() ? REPLY : kind,
                Inputs.object("payload", request.payload()));
    }

    /// With that key, where it has none of its own.
    Wish keyed(@Nullable String key) {
        return terms.idempotencyKey() != null
                ? this
                : new Wish(target, terms.keyed(key), operation, kind, payload);
    }
}
