package dev.waybill.sdk;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.id.DeliveryId;
import tools.jackson.databind.JsonNode;

/// A `deliver` frame: something for the agent to deal with, if it has a number.
record Arrival(DeliveryId id, long seq, JsonNode frame) {
    private static final String SETTLED = "delivery.settled";

    static Arrival of(JsonNode frame) {
        return new Arrival(
                new DeliveryId(frame.path("delivery_id").asString("")),
                frame.path("seq").asLong(0),
                frame);
    }

    /// Only fills the place of something that was settled before its turn.
    boolean settled() {
        return frame.path("payload").path("type").asString("").equals(SETTLED);
    }

    InboxItem item() {
        return new InboxItem(RelayMessage.of(frame.path("payload")), context());
    }

    /// What it is when it has no number: something told and not kept.
    RelayEvent event() {
        JsonNode payload = frame.path("payload");
        return new RelayEvent(payload.path("type").asString(""), 0, payload.path("data"));
    }

    private MessageContext context() {
        JsonNode context = frame.path("context");
        return new MessageContext(
                id,
                Wire.word(context.path("mode"), DeliveryMode.class, DeliveryMode.IMMEDIATE),
                Wire.word(context.path("reason"), DeliveryReason.class, DeliveryReason.MESSAGE),
                Wire.word(context.path("priority"), Priority.class, Priority.NORMAL),
                Wire.instant(context.path("deadline")),
                Wire.text(context.path("idempotency_key")),
                Wire.map(context.path("metadata")));
    }
}
