package dev.waybill.server.store;

import java.sql.Connection;
import java.sql.SQLException;

/// How a database is told to stop what a connection is doing. Not by a statement's own method: PostgreSQL's driver sends
/// that only once, and once may be too early.
@FunctionalInterface
interface Cancel {
    void on(Connection connection) throws SQLException;
}
