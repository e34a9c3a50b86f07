package dev.waybill.faults;

import dev.waybill.cli.Main;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The server as people run it, in a process of its own that is killed and started again at the same place.
final class ServerProcess implements AutoCloseable {
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "WAYBILL_LOG_LEVEL", System.getProperty("faults.log", "error"),
                    "WAYBILL_HTTP_RATE_LIMIT", "100000000",
                    "WAYBILL_HTTP_MAX_CONNECTIONS", "20000",
                    "WAYBILL_DELIVERY_MAILBOX_DEPTH", "1000000");

    private static final Pattern HEAP = Pattern.compile("-XX:MaxHeapSize=(\\d+)");

    private final Path data;
    private final @Nullable String database;
    private final Map<String, String> settings = new HashMap<>(SETTINGS);
    private final List<String> before = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private int port = free();
    private @Nullable String key;
    private @Nullable Process process;

    /// The database is that of the folder, unless an address is given.
    ServerProcess(Path data, @Nullable String database) {
        this.data = data;
        this.database = database;
    }

    ServerProcess with(String variable, String value) {
        settings.put(variable, value);
        return this;
    }

    /// Words before the command, such as `prlimit --nofile=200`.
    ServerProcess behind(String... words) {
        before.addAll(List.of(words));
        return this;
    }

    /// For the Java that runs it.
    ServerProcess option(String option) {
        options.add(option);
        return this;
    }

    /// Returns when it accepts requests; throws what it said when it does not.
    ServerProcess start() {
        Process started = launch();
        BufferedReader out = started.inputReader();
        try {
            StringBuilder document = new StringBuilder();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                document.append(line);
                if (line.equals("}")) {
                    listens(new Json(JsonLimits.STORED).tree(document.toString()));
                    return this;
                }
            }
            throw new IllegalStateException("the server did not start: " + document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Starts it and does not wait for anything.
    Process launch() {
        List<String> command = new ArrayList<>(before);
        command.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError"));
        command.addAll(options);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "serve",
                        "--json",
                        "--port",
                        Integer.toString(port),
                        "--data",
                        data.toString()));
        if (database != null) {
            command.addAll(List.of("--database", database));
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("WAYBILL_"));
        builder.environment().putAll(settings);
        try {
            Process started = builder.start();
            process = started;
            endWithTests(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void endWithTests(Process started) {
        Runnable ending = () -> started.toHandle().destroyForcibly();
        Leftovers.add(ending);
        var _ = started.onExit().thenRun(() -> Leftovers.gone(ending));
    }

    private void listens(JsonNode started) {
        if (started.has("error")) {
            throw new IllegalStateException("the server did not start: " + started);
        }
        port = URI.create(started.path("url").asString()).getPort();
        JsonNode keys = started.path("first_keys");
        if (keys.isObject()) {
            key = keys.path("workspace_key").asString();
        }
    }

    Path data() {
        return data;
    }

    /// One that is not given to clients by chance while the server is away.
    private static int free() {
        while (true) {
            int candidate = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket _ =
                    new ServerSocket(candidate, 1, InetAddress.getLoopbackAddress())) {
                return candidate;
            } catch (IOException _) {
                // somebody has it; another one
            }
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return running().pid();
    }

    boolean alive() {
        Process last = process;
        return last != null && last.isAlive();
    }

    /// Of the workspace that the first start has made.
    String key() {
        if (key == null) {
            throw new IllegalStateException("the server has made no workspace");
        }
        return key;
    }

    /// As `kill -9` does it; returns when it is gone.
    void kill() {
        end(running().toHandle().destroyForcibly());
    }

    /// As a service manager does it; returns when it is gone.
    void stop() {
        end(running().toHandle().destroy());
    }

    /// How many files and connections it has open.
    long openFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid()), "fd"))) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What its Java may use at most.
    long heapBytes() {
        try {
            Process asked =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                            .toString(),
                                    Long.toString(pid()),
                                    "VM.flags")
                            .redirectErrorStream(true)
                            .start();
            try (BufferedReader out = asked.inputReader()) {
                Matcher found = HEAP.matcher(String.join(" ", out.lines().toList()));
                return found.find() ? Long.parseLong(found.group(1)) : 0;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Until it goes on.
    void standStill() {
        signal("-STOP");
    }

    void goOn() {
        signal("-CONT");
    }

    private void signal(String name) {
        if (!Disk.run("kill", name, Long.toString(pid()))) {
            throw new IllegalStateException("the server was not told " + name);
        }
    }

    private void end(boolean asked) {
        try {
            if (!asked || !running().waitFor(40, TimeUnit.SECONDS)) {
                running().toHandle().destroyForcibly();
                throw new IllegalStateException("the server did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Process running() {
        Process last = process;
        if (last == null) {
            throw new IllegalStateException("the server was never started");
        }
        return last;
    }

    @Override
    public void close() {
        if (alive()) {
            kill();
        }
    }
}
