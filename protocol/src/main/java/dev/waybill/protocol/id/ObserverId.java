package dev.waybill.protocol.id;

/// Names an observer, a read-only onlooker such as a dashboard.
public record ObserverId(String value) {
    public ObserverId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("observer id is blank");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
