package dev.waybill.server.store;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/// Looks at a database without changing it, for people who want to know before they start a server.
public final class DatabaseProbe {
    private DatabaseProbe() {}

    /// Says what was found; throws when a server could not use it.
    public static String look(StoreConfig config, Path data) {
        return switch (config.database()) {
            case DatabaseTarget.Sqlite _ -> sqlite(DataFolder.database(data));
            case DatabaseTarget.Postgres target -> postgres(target, config);
        };
    }

    /// Reads every page, however large the file.
    private static String sqlite(Path file) {
        if (!Files.exists(file)) {
            return "SQLite; " + file + " will be created";
        }
        SqliteFile.check(file);
        return "SQLite; every page of " + file + " is sound";
    }

    private static String postgres(DatabaseTarget.Postgres target, StoreConfig config) {
        try (Connection connection = PostgresEngine.source(target, config).getConnection()) {
            return "PostgreSQL "
                    + connection.getMetaData().getDatabaseProductVersion()
                    + " at "
                    + target.jdbcUrl();
        } catch (SQLException e) {
            throw PostgresEngine.fault(e);
        }
    }
}
