package dev.waybill.server.store;

import dev.waybill.server.config.DatabaseTarget;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A real PostgreSQL server for tests, with fsync on as in production.
public final class TestPostgres implements AutoCloseable {
    private static @Nullable TestPostgres shared;

    private final EmbeddedPostgres server;
    private final AtomicInteger schemas = new AtomicInteger();

    private TestPostgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /// The server that most tests share; it ends with the test run.
    static synchronized TestPostgres shared() {
        TestPostgres running = shared;
        if (running == null) {
            running = startUntilTheEnd();
            shared = running;
        }
        return running;
    }

    /// Nobody wants what is in it afterwards, so it is not asked to put it in order.
    private static TestPostgres startUntilTheEnd() {
        try {
            Path folder = Files.createTempDirectory(Path.of("target"), "postgres");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> kill(folder)));
            return start(builder().setDataDirectory(folder).setRegisterShutdownHook(false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void kill(Path folder) {
        try (Stream<String> lines = Files.lines(folder.resolve("postmaster.pid"))) {
            lines.findFirst()
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                    .ifPresent(ProcessHandle::destroyForcibly);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A server on a folder of its own, which can be stopped and started again.
    public static TestPostgres on(Path folder, int port) {
        return start(builder().setDataDirectory(folder).setCleanDataDirectory(false).setPort(port));
    }

    /// A schema that is as good as a database of its own, and made and removed much faster.
    public DatabaseTarget.Postgres freshDatabase() {
        String name = "test" + schemas.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create schema " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create " + name, e);
        }
        return database("postgres?currentSchema=" + name);
    }

    DatabaseTarget.Postgres database(String name) {
        return new DatabaseTarget.Postgres(
                "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + name, "postgres", null);
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on");
    }

    private static TestPostgres start(EmbeddedPostgres.Builder builder) {
        try {
            return new TestPostgres(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
