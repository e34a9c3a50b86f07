package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.Keys;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The product as a new user meets it: the launcher of a release, a server, a message, Ctrl-C.
class UpIT {
    @TempDir private Path folder;

    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void unpack() throws IOException {
        Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
        Files.createDirectory(folder.resolve("lib"));
        for (String file : List.of("waybill.jar", "cli.aot", "server.aot")) {
            Files.copy(
                    Path.of("target", file),
                    folder.resolve("lib").resolve(file),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    @AfterEach
    void kill() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void a_first_start_takes_a_message_and_ends_with_success() throws Exception {
        Process server = waybill("up", "--port", "0", "--json");
        JsonNode welcome = document(server);

        int answered = post(welcome);
        server.toHandle().destroy();

        assertThat(answered).isEqualTo(201);
        assertThat(exitOf(server)).isEqualTo(ExitCode.OK.code());
        assertThat(folder.resolve("data").resolve(Keys.FILE)).exists();
    }

    @Test
    void a_later_start_shows_no_keys() throws Exception {
        Process first = waybill("serve", "--port", "0", "--json");
        document(first);
        first.toHandle().destroy();
        exitOf(first);

        Process second = waybill("serve", "--port", "0", "--json");

        assertThat(document(second).has("first_keys")).isFalse();
    }

    @Test
    void a_second_server_is_refused_the_folder_and_the_port() throws Exception {
        String port =
                String.valueOf(
                        URI.create(
                                        document(waybill("up", "--port", "0", "--json"))
                                                .get("url")
                                                .asString())
                                .getPort());

        assertThat(exitOf(waybill("up", "--port", "0"))).isEqualTo(ExitCode.DATA_IN_USE.code());
        assertThat(exitOf(waybill("up", "--port", port, "--data", "other")))
                .isEqualTo(ExitCode.PORT_IN_USE.code());
        assertThat(exitOf(waybill("status", "--url", "http://127.0.0.1:" + port)))
                .isEqualTo(ExitCode.OK.code());
    }

    private Process waybill(String... words) throws IOException {
        Process process =
                new ProcessBuilder(Stream.concat(Stream.of("./waybill"), Stream.of(words)).toList())
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        started.add(process);
        return process;
    }

    private static int exitOf(Process process) throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /// Reads the one document that a server prints once it accepts requests.
    private static JsonNode document(Process server) throws IOException {
        BufferedReader out = server.inputReader(UTF_8);
        StringBuilder text = new StringBuilder();
        String line;
        do {
            line = out.readLine();
            text.append(line);
        } while (line != null && !line.equals("}"));
        return new Json(JsonLimits.DEFAULTS).tree(text.toString().getBytes(UTF_8));
    }

    private static int post(JsonNode welcome) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        welcome.get("url").asString()
                                                + "/v1/channels/general/messages"))
                        .header(
                                "Authorization",
                                "Bearer " + welcome.get("first_keys").get("agent_token").asString())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"hello\"}"))
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
