package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The files of an embedded broker, for their owner's eyes only: its configuration while it starts, the port it says it
/// listens on, its log, its process id and what JetStream keeps.
final class ChildFolder {
    private static final Logger LOG = LoggerFactory.getLogger(ChildFolder.class);
    private static final Pattern PORT = Pattern.compile("(?:nats|tls)://[^\"]*:(\\d{1,5})\"");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path path;

    ChildFolder(Path path) {
        this.path = path.toAbsolutePath();
    }

    Path path() {
        return path;
    }

    Path log() {
        return path.resolve("nats-server.log");
    }

    void prepare() throws IOException {
        Files.createDirectories(path, only("rwx------"));
        clear();
    }

    /// The token is in a file only its owner reads, and not on the command line, which everybody does.
    Path writeConfig(int port, String token, int maxPayload, boolean jetstream) throws IOException {
        Files.deleteIfExists(config());
        Files.createFile(config(), only("rw-------"));
        return Files.writeString(
                config(),
                """
                host: "127.0.0.1"
                port: %d
                max_payload: %d
                ports_file_dir: %s
                authorization { token: "%s" }
                %s
                """
                        .formatted(
                                port,
                                maxPayload + StreamSession.HEADROOM,
                                quoted(path),
                                token,
                                jetstream ? jetstream() : ""),
                UTF_8);
    }

    /// It has been read; what it says is in memory alone from now on.
    void hideConfig() throws IOException {
        Files.deleteIfExists(config());
    }

    void remember(long pid) throws IOException {
        Files.writeString(pidFile(), Long.toString(pid), UTF_8);
    }

    /// The port that the process has written down, once it listens.
    OptionalInt port(long pid) throws IOException {
        Optional<Path> written =
                portsFiles().stream()
                        .filter(file -> file.toString().endsWith("_" + pid + ".ports"))
                        .findAny();
        if (written.isEmpty()) {
            return OptionalInt.empty();
        }
        Matcher port = PORT.matcher(Files.readString(written.get(), UTF_8));
        return port.find() ? OptionalInt.of(Integer.parseInt(port.group(1))) : OptionalInt.empty();
    }

    /// Ends the broker of a server that was killed and could not end it. A process that only has its number is left alone.
    void endOrphan() throws IOException, InterruptedException {
        if (!Files.exists(pidFile())) {
            return;
        }
        String written = Files.readString(pidFile(), UTF_8).strip();
        Files.delete(pidFile());
        if (!written.matches("\\d{1,18}")) {
            return;
        }
        Optional<ProcessHandle> orphan =
                ProcessHandle.of(Long.parseLong(written)).filter(this::isOurs);
        if (orphan.isPresent()) {
            LOG.atWarn()
                    .addKeyValue("pid", written)
                    .log("Ending the NATS server of a Waybill server that was killed");
            end(orphan.get());
        }
    }

    /// Removes what may stay behind when a broker ends, but not what JetStream keeps, nor the log.
    void clear() {
        try {
            Files.deleteIfExists(config());
            for (Path file : portsFiles()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear " + path, e);
        }
    }

    private boolean isOurs(ProcessHandle process) {
        return process.info()
                .arguments()
                .filter(arguments -> Arrays.asList(arguments).contains(config().toString()))
                .isPresent();
    }

    private static void end(ProcessHandle process) throws InterruptedException {
        process.destroy();
        try {
            process.onExit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException _) {
            process.destroyForcibly();
        }
    }

    private String jetstream() {
        return "jetstream { store_dir: " + quoted(path.resolve("jetstream")) + " }";
    }

    private Path config() {
        return path.resolve("nats-server.conf");
    }

    private Path pidFile() {
        return path.resolve("nats-server.pid");
    }

    private List<Path> portsFiles() throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(".ports")).toList();
        }
    }

    private static String quoted(Path file) {
        return "\"" + file.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static FileAttribute<?> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
