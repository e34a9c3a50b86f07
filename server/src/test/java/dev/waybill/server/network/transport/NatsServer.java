package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.waybill.server.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/// A real `nats-server` that a test starts, kills and starts again on the same port.
public final class NatsServer implements AutoCloseable {
    private final Path folder;
    private final String config;
    private int port;
    private Process process;

    private NatsServer(int port, Path folder, String config) {
        this.port = port;
        this.folder = folder;
        this.config = config;
        this.process = start();
    }

    /// On any free port, with these lines of configuration beyond the address.
    public static NatsServer start(Path folder, String config) {
        return new NatsServer(-1, folder, config);
    }

    static NatsServer startOn(int port, Path folder, String config) {
        return new NatsServer(port, folder, config);
    }

    static Path program() {
        var found = Programs.find("nats-server", System.getenv().getOrDefault("PATH", ""));
        assumeThat(found)
                .as("nats-server is not here: install the Debian package nats-server")
                .isPresent();
        return found.orElseThrow();
    }

    int port() {
        return port;
    }

    public String url() {
        return "nats://127.0.0.1:" + port;
    }

    /// As a power cut does.
    public void kill() {
        process.destroyForcibly();
        await(process);
    }

    public void startAgain() {
        process = start();
    }

    @Override
    public void close() {
        process.destroy();
        await(process);
    }

    private Process start() {
        try {
            Path file = folder.resolve("test.conf");
            Files.writeString(
                    file,
                    "host: \"127.0.0.1\"\nport: %d\nports_file_dir: \"%s\"\n%s\n"
                            .formatted(port, folder, config),
                    UTF_8);
            Process started =
                    new ProcessBuilder(program().toString(), "-c", file.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("test.log").toFile())
                            .start();
            awaitPort(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitPort(Process started) {
        ChildFolder files = new ChildFolder(folder);
        try {
            Eventually.is(
                    "nats-server listens",
                    () -> {
                        if (!started.isAlive()) {
                            throw new IOException(
                                    Files.readString(folder.resolve("test.log"), UTF_8));
                        }
                        OptionalInt found = files.port(started.pid());
                        found.ifPresent(number -> port = number);
                        return found.isPresent();
                    });
        } catch (AssertionError e) {
            started.destroyForcibly();
            throw e;
        }
    }

    private static void await(Process ending) {
        try {
            if (!ending.waitFor(30, TimeUnit.SECONDS)) {
                throw new AssertionError("nats-server does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
