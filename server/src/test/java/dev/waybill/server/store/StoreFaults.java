package dev.waybill.server.store;

/// Failures of the store, made on demand.
public final class StoreFaults {
    private StoreFaults() {}

    /// The same call may succeed later.
    public static StoreException busy() {
        return new StoreException(StoreException.Kind.BUSY, "busy on demand");
    }
}
