package dev.waybill.cli.doctor;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.DatabaseProbe;
import dev.waybill.server.store.StoreException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Whether a server could use the database: the file is sound, or PostgreSQL lets us in.
record DatabaseCheck(StoreConfig config, Path data) implements Check {
    /// PostgreSQL's driver writes to standard error by itself, about what the finding says already.
    private static final Logger DRIVER = Logger.getLogger("org.postgresql");

    @Override
    public Finding look() {
        DRIVER.setLevel(Level.OFF);
        try {
            return Finding.ok(
                    "database", DatabaseProbe.look(config, data.toAbsolutePath().normalize()));
        } catch (StoreException e) {
            return Finding.fail("database", String.valueOf(e.getMessage()), advice());
        }
    }

    private String advice() {
        return switch (config.database()) {
            case DatabaseTarget.Sqlite _ ->
                    "restore the file from a backup, or move it away to start afresh";
            case DatabaseTarget.Postgres _ -> "start PostgreSQL, or correct store.database";
        };
    }
}
