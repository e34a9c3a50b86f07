package dev.waybill.protocol.network;

/// Names what several messages belong to, in any words.
public record TraceId(String value) {
    public TraceId {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a trace's id is empty");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
