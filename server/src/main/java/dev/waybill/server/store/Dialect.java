package dev.waybill.server.store;

/// Which SQL the database speaks, for the few statements that cannot be the same.
public enum Dialect {
    SQLITE,
    POSTGRES
}
