package dev.waybill.server.store;

/// Which SQL the database speaks, for the few statements that cannot be the same.
public enum Dialect {
    SQLITE,
    POSTGRES;

    /// Whether other servers may use the database too, so that what was read may have changed since.
    public boolean isShared() {
        return this == POSTGRES;
    }
}
