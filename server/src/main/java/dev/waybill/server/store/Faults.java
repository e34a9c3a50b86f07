package dev.waybill.server.store;

import java.sql.SQLException;

/// Translates what a driver reports into what it means for a caller.
@FunctionalInterface
interface Faults {
    StoreException of(SQLException e);
}
