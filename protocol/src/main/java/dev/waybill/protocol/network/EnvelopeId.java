package dev.waybill.protocol.network;

/// Names an envelope, in any words its sender likes; unique among those of one sender only.
public record EnvelopeId(String value) {
    public EnvelopeId {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("an envelope's id is empty");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
