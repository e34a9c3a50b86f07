package dev.waybill.bench.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.process.StartedProgram;
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

/// PostgreSQL with the mailboxes in tables, as one would build it without a broker.
final class PostgresPeer implements Contender {
    private static final String USER = "bench";

    private final String version;
    private final StartedProgram server;
    private int scenes;

    private PostgresPeer(String version, StartedProgram server) {
        this.version = version;
        this.server = server;
    }

    static PostgresPeer start(Programs programs, Path parent) throws Exception {
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
        command.addAll(List.of("-p", Integer.toString(port), "-k", folder.toString()));
        for (String setting :
                List.of("fsync=on", "synchronous_commit=on", "shared_buffers=256MB")) {
            command.addAll(List.of("-c", setting));
        }
        PostgresPeer peer =
                new PostgresPeer(
                        StartedProgram.firstLine(List.of(postgres, "--version")),
                        new StartedProgram(folder, port, command, Map.of()));
        peer.server.await(peer::connect).close();
        return peer;
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

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public About about() {
        return new About(
                version,
                "tables for messages, mailboxes and cursors; fsync and synchronous_commit on; each sender commits up to "
                        + PostgresMailboxes.TOGETHER
                        + " waiting messages together in one statement, two readers look every millisecond; JDBC");
    }

    @Override
    public Proc process() {
        return server.proc();
    }

    @Override
    public Scene open(Shape shape, Heard heard) throws Exception {
        return PostgresMailboxes.open(this, "s" + scenes++, shape, heard);
    }

    @Override
    public void close() {
        server.close();
    }

    Connection connect() throws SQLException {
        Connection connection =
                DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:"
                                + server.port()
                                + "/postgres?prepareThreshold=1&user="
                                + USER);
        connection.setAutoCommit(false);
        return connection;
    }
}
