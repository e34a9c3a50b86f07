package dev.waybill.server.config;

import org.jspecify.annotations.Nullable;

/// The database an operator chose.
public sealed interface DatabaseTarget {
    /// One SQLite file in the data folder.
    record Sqlite() implements DatabaseTarget {}

    /// A PostgreSQL server, which several Waybill servers may share.
    record Postgres(String jdbcUrl, @Nullable String user, @Nullable String password)
            implements DatabaseTarget {
        @Override
        public String toString() {
            return "Postgres[" + jdbcUrl + "]";
        }
    }
}
