package dev.waybill.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.bench.load.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL of this run, with an empty database that keeps what it has committed.
public final class PostgresServer implements AutoCloseable {
    public static final String USER = "bench";
    private static final String DATABASE = "postgres";

    private final String version;
    private final StartedProgram server;

    private PostgresServer(String version, StartedProgram server) {
        this.version = version;
        this.server = server;
    }

    public static PostgresServer start(Programs programs, Path parent)
            throws IOException, InterruptedException, SQLException {
        Path folder = StartedProgram.folder(parent, "postgres");
        Path data = folder.resolve("data");
        Path initdb = programs.find("initdb").orElseThrow().toRealPath();
        String postgres = initdb.resolveSibling("postgres").toString();
        List<String> prefix = asSomebodyElse(folder);
        run(
                folder,
                prefix,
                initdb.toString(),
                "-D",
                data.toString(),
                "-U",
                USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-locale");
        int port = StartedProgram.freePort();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(postgres, "-D", data.toString(), "-h", "127.0.0.1"));
        // Without a socket beside the data: its path may be too long for one.
        command.addAll(List.of("-p", Integer.toString(port), "-k", ""));
        for (String setting :
                List.of("fsync=on", "synchronous_commit=on", "shared_buffers=256MB")) {
            command.addAll(List.of("-c", setting));
        }
        PostgresServer started =
                new PostgresServer(
                        StartedProgram.firstLine(List.of(postgres, "--version")),
                        new StartedProgram(folder, port, command, Map.of()));
        started.server.await(started::connect).close();
        return started;
    }

    public String version() {
        return version;
    }

    public Proc proc() {
        return server.proc();
    }

    /// As clients of PostgreSQL write it.
    public String url() {
        return "postgresql://%s@127.0.0.1:%d/%s".formatted(USER, server.port(), DATABASE);
    }

    /// As Java's drivers write it, without the user.
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(server.port(), DATABASE);
    }

    public Connection connect() throws SQLException {
        Connection connection =
                DriverManager.getConnection(jdbcUrl() + "?prepareThreshold=1&user=" + USER);
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public void close() {
        server.close();
    }

    /// It refuses to run as root.
    private static List<String> asSomebodyElse(Path folder) throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return List.of();
        }
        UserPrincipal other = user("postgres", user("nobody", null));
        Files.setOwner(folder, other);
        return List.of(
                "setpriv", "--reuid=" + other.getName(), "--regid=nogroup", "--clear-groups");
    }

    private static UserPrincipal user(String name, @Nullable UserPrincipal otherwise)
            throws IOException {
        try {
            return Path.of("/")
                    .getFileSystem()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName(name);
        } catch (UserPrincipalNotFoundException e) {
            if (otherwise == null) {
                throw e;
            }
            return otherwise;
        }
    }

    private static void run(Path folder, List<String> prefix, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(words[0] + " failed: " + said);
        }
    }
}
