package dev.waybill.protocol.delivery;

import org.jspecify.annotations.Nullable;

/// Asks for what is held back to go out now: of one agent, or one delivery. An agent that names nothing means itself.
public record FlushRequest(@Nullable String agent, @Nullable String deliveryId) {
    public FlushRequest {
        if (agent != null && deliveryId != null) {
            throw new IllegalArgumentException("give agent or delivery_id, not both");
        }
    }
}
