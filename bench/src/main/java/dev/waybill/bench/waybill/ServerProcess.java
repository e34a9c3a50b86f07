package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Folder;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.process.AtExit;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// The built server, started by its own launcher on a data folder that was empty.
final class ServerProcess implements Server {
    private static final String JAVA_OPTIONS = "WAYBILL_JAVA_OPTS";

    /// What a bench must not be held back by; everything else is as it comes.
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "WAYBILL_LOG_LEVEL", "warn",
                    "WAYBILL_HTTP_RATE_LIMIT", "100000000",
                    "WAYBILL_HTTP_MAX_CONNECTIONS", "20000");

    private final Build build;
    private final Path data;
    private final String workspaceKey;
    private final String version;
    private final AtExit atExit;
    private Process process;
    private URI url;

    private ServerProcess(Build build, Path data) throws IOException {
        this.build = build;
        this.data = data;
        this.process = launch(0);
        this.atExit = new AtExit("end-waybill", this::leave);
        JsonNode started = firstStarted();
        this.url = URI.create(started.path("url").asString());
        this.version = "waybill " + started.path("version").asString();
        this.workspaceKey = started.path("first_keys").path("workspace_key").asString();
    }

    /// One that does not start leaves nothing behind.
    private JsonNode firstStarted() throws IOException {
        try {
            return started();
        } catch (IOException | RuntimeException e) {
            atExit.close();
            throw e;
        }
    }

    static ServerProcess start(Path folder, Build build) throws IOException {
        return new ServerProcess(build, Files.createTempDirectory(folder, "waybill"));
    }

    /// On the same port and the same data.
    void restart() throws IOException {
        end();
        process = launch(url.getPort());
        url = URI.create(started().path("url").asString());
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(url.getHost(), url.getPort());
    }

    @Override
    public String workspaceKey() {
        return workspaceKey;
    }

    @Override
    public Proc process() {
        return Proc.tree(pid());
    }

    long pid() {
        return process.pid();
    }

    String version() {
        return version;
    }

    /// What differs from what comes by itself.
    String settings() {
        Map<String, String> all = new TreeMap<>(SETTINGS);
        all.putAll(build.settings());
        Optional.ofNullable(System.getenv(JAVA_OPTIONS))
                .ifPresent(options -> all.put(JAVA_OPTIONS, options));
        return all.toString();
    }

    @Override
    public void close() {
        atExit.close();
    }

    private void leave() {
        end();
        try {
            Folder.delete(data);
        } catch (IOException e) {
            System.err.println("what is in " + data + " stays there: " + e);
        }
    }

    private String launcher() throws IOException {
        return build.launcher().toRealPath().toString();
    }

    private Process launch(int port) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        launcher(),
                        "serve",
                        "--json",
                        "--port",
                        Integer.toString(port),
                        "--data",
                        data.toAbsolutePath().toString());
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("WAYBILL_") && !name.equals(JAVA_OPTIONS));
        builder.environment().putAll(SETTINGS);
        builder.environment().putAll(build.settings());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        return builder.start();
    }

    /// A JVM that records something says so before.
    private JsonNode started() throws IOException {
        BufferedReader out = process.inputReader();
        StringBuilder document = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("{")) {
                document.setLength(0);
            }
            document.append(line);
            if (line.equals("}")) {
                return new Json(JsonLimits.STORED).tree(document.toString());
            }
        }
        throw new IOException("the server did not start: " + document);
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
