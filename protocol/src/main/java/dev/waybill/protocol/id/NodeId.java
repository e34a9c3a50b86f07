package dev.waybill.protocol.id;

/// Names a node, the host through which agents are reached.
public record NodeId(String value) {
    public NodeId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("node id is blank");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
