package dev.waybill.protocol.delivery;

import dev.waybill.protocol.id.DeliveryId;
import java.util.List;

/// The deliveries that went into the line, in their order.
public record Flushed(List<DeliveryId> flushed) {
    public Flushed {
        flushed = List.copyOf(flushed);
    }
}
