package dev.waybill.protocol.id;

/// Names one delivery; harnesses use it as an idempotency key.
public record DeliveryId(String value) {
    public DeliveryId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("delivery id is blank");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
