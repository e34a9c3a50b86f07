package dev.waybill.bench.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A `nats-server` from the path, on any free port of the loopback.
record Broker(Process process, Path folder, String url) implements AutoCloseable {
    private static final int TRIES = 100;

    static Broker start(Path parent) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(parent, "nats").toAbsolutePath();
        Process process =
                new ProcessBuilder(
                                "nats-server",
                                "-a",
                                "127.0.0.1",
                                "-p",
                                "-1",
                                "--ports_file_dir",
                                folder.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        Path ports = folder.resolve("nats-server_" + process.pid() + ".ports");
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            if (Files.exists(ports) && Files.size(ports) > 0) {
                String url =
                        new Json(JsonLimits.STORED)
                                .tree(Files.readString(ports, UTF_8))
                                .at("/nats/0")
                                .asString();
                return new Broker(process, folder, url);
            }
            Thread.sleep(50);
        }
        process.destroyForcibly();
        throw new IOException("nats-server does not listen");
    }

    Proc proc() {
        return new Proc(process.pid());
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
