package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/// A delivery with every attempt to deliver the same message to the same agent, first to last.
public record DeliveryHistory(@JsonUnwrapped DeliveryView delivery, List<DeliveryView> attempts) {
    public DeliveryHistory {
        attempts = List.copyOf(attempts);
    }
}
