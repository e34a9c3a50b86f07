package dev.waybill.protocol.delivery;

import dev.waybill.protocol.id.DeliveryId;

/// A dead letter that was sent again, and the delivery that stands for it now.
public record Redriven(DeliveryId id, DeliveryId deliveryId) {}
