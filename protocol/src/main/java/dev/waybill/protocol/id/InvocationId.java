package dev.waybill.protocol.id;

/// Names one call of an action.
public record InvocationId(String value) {
    public InvocationId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("invocation id is blank");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
