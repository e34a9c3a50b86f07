package dev.waybill.faults;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A real PostgreSQL server with fsync on, which nobody kills.
record Postgres(EmbeddedPostgres server) implements AutoCloseable {
    static Postgres start() {
        try {
            return new Postgres(
                    EmbeddedPostgres.builder()
                            .setServerConfig("fsync", "on")
                            .setServerConfig("synchronous_commit", "on")
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As it is given to a server.
    String address() {
        return "postgresql://postgres@127.0.0.1:" + server.getPort() + "/postgres";
    }

    StoreConfig store() {
        return StoreConfig.DEFAULTS.withDatabase(
                new DatabaseTarget.Postgres(
                        "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres",
                        "postgres",
                        null));
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
