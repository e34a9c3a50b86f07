package dev.waybill.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A real `nats-server` on a free port.
final class TestBroker implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("nats://127\\.0\\.0\\.1:\\d+");

    private final Path ports;
    private final Process process;

    TestBroker(Path folder) {
        Path program =
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .map(part -> Path.of(part, "nats-server"))
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElse(Path.of(""));
        assumeThat(program.toString())
                .as("nats-server is not here: install the Debian package nats-server")
                .isNotEmpty();
        try {
            Files.createDirectories(folder);
            process =
                    new ProcessBuilder(
                                    program.toString(),
                                    "-a",
                                    "127.0.0.1",
                                    "-p",
                                    "-1",
                                    "--ports_file_dir",
                                    folder.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("nats.log").toFile())
                            .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ports = folder.resolve("nats-server_" + process.pid() + ".ports");
    }

    String url() {
        while (true) {
            try {
                Matcher found = URL.matcher(Files.readString(ports, UTF_8));
                if (found.find()) {
                    return found.group();
                }
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new UncheckedIOException(e);
                }
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
