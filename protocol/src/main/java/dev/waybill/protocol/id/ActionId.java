package dev.waybill.protocol.id;

/// Names an action that agents can invoke.
public record ActionId(String value) {
    public ActionId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("action id is blank");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
