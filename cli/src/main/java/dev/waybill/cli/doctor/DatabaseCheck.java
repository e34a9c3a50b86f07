package dev.waybill.cli.doctor;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.server.config.DatabaseTarget;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Whether the database is there: the file looks like one, or the server takes connections.
record DatabaseCheck(DatabaseTarget target, Path data) implements Check {
    private static final byte[] SQLITE_HEADER = "SQLite format 3\0".getBytes(US_ASCII);
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final int POSTGRES_PORT = 5432;

    @Override
    public Finding look() {
        return switch (target) {
            case DatabaseTarget.Sqlite _ ->
                    sqlite(data.resolve("waybill.db").toAbsolutePath().normalize());
            case DatabaseTarget.Postgres(var jdbcUrl, var _, var _) -> postgres(jdbcUrl);
        };
    }

    private static Finding sqlite(Path file) {
        if (!Files.exists(file)) {
            return Finding.ok("database", "SQLite; " + file + " will be created");
        }
        String advice = "restore " + file + " from a backup, or move it away to start afresh";
        try (InputStream content = Files.newInputStream(file)) {
            byte[] header = content.readNBytes(SQLITE_HEADER.length);
            boolean sound = header.length == 0 || Arrays.equals(header, SQLITE_HEADER);
            return sound
                    ? Finding.ok("database", "SQLite; " + file)
                    : Finding.fail("database", file + " is not an SQLite database", advice);
        } catch (IOException e) {
            return Finding.fail("database", file + " cannot be read: " + e.getMessage(), advice);
        }
    }

    private static Finding postgres(String jdbcUrl) {
        String hosts = jdbcUrl.substring(jdbcUrl.indexOf("//") + 2).replaceFirst("/.*", "");
        for (String host : List.of(hosts.split(",", -1))) {
            if (accepts(URI.create("postgresql://" + host))) {
                return Finding.ok("database", "PostgreSQL; " + host + " takes connections");
            }
        }
        return Finding.fail(
                "database",
                "no PostgreSQL server takes connections at " + hosts,
                "start it, or correct store.database");
    }

    private static boolean accepts(URI server) {
        int port = server.getPort() < 0 ? POSTGRES_PORT : server.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.getHost(), port), (int) TIMEOUT.toMillis());
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
