package dev.waybill.bench.messaging;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// The built server, started by its own launcher on an empty data folder.
final class ServerProcess implements AutoCloseable {
    /// What a bench must not be held back by; everything else is as it comes.
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "WAYBILL_LOG_LEVEL", "warn",
                    "WAYBILL_HTTP_RATE_LIMIT", "100000000",
                    "WAYBILL_HTTP_MAX_CONNECTIONS", "20000");

    /// Another build of the server is measured by naming its launcher here.
    private static final String LAUNCHER = System.getProperty("launcher", "../waybill");

    private final Process process;
    private final Path data;
    private final JsonNode started;

    private ServerProcess(Process process, Path data, JsonNode started) {
        this.process = process;
        this.data = data;
        this.started = started;
    }

    static ServerProcess start(Path folder, Map<String, String> settings) throws IOException {
        Path data = Files.createTempDirectory(folder, "server");
        ProcessBuilder builder =
                new ProcessBuilder(
                        Path.of(LAUNCHER).toRealPath().toString(),
                        "serve",
                        "--json",
                        "--port",
                        "0",
                        "--data",
                        data.toAbsolutePath().toString());
        builder.environment().putAll(SETTINGS);
        builder.environment().putAll(settings);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.start();
        BufferedReader out = process.inputReader();
        StringBuilder document = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            document.append(line);
            if (line.equals("}")) {
                return new ServerProcess(
                        process, data, new Json(JsonLimits.STORED).tree(document.toString()));
            }
        }
        throw new IOException("the server did not start: " + document);
    }

    URI url() {
        return URI.create(started.path("url").asString());
    }

    InetSocketAddress address() {
        return new InetSocketAddress(url().getHost(), url().getPort());
    }

    String workspaceKey() {
        return started.path("first_keys").path("workspace_key").asString();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        try (var files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
