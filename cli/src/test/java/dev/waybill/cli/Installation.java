package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A folder with the launcher in it, and the processes that were started there.
final class Installation implements AutoCloseable {
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Running> started = new ArrayList<>();

    Installation(Path folder) {
        this.folder = folder;
    }

    Installation with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Running waybill(String... words) throws IOException {
        return run(Stream.concat(Stream.of("./waybill"), Stream.of(words)).toArray(String[]::new));
    }

    /// Runs what a person would paste into a shell; any command that fails ends it.
    Running bash(String script) throws IOException {
        return run("bash", "-eu", "-o", "pipefail", "-c", script);
    }

    private Running run(String... command) throws IOException {
        Path err = Files.createTempFile("waybill", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(Signals.heard(command))
                        .directory(folder.toFile())
                        .redirectError(err.toFile());
        builder.environment().putAll(environment);
        Running running = new Running(builder.start(), err);
        started.add(running);
        return running;
    }

    @Override
    public void close() throws IOException {
        for (Running running : started) {
            running.process.destroyForcibly();
            Files.delete(running.errors);
        }
    }

    /// One process; its standard error goes to a file.
    record Running(Process process, Path errors) {
        String err() throws IOException {
            return Files.readString(errors);
        }

        /// Reads the one document that a server prints once it accepts requests.
        JsonNode document() throws IOException {
            return new Json(JsonLimits.DEFAULTS).tree(textUpTo("}").getBytes(UTF_8));
        }

        /// Reads the text that a server prints once it accepts requests.
        String welcome() throws IOException {
            return textUpTo("Press Ctrl-C to stop.");
        }

        private String textUpTo(String lastLine) throws IOException {
            BufferedReader out = process.inputReader(UTF_8);
            StringBuilder text = new StringBuilder();
            String line;
            do {
                line = out.readLine();
                assertThat(line).as("after: %s%nand: %s", text, err()).isNotNull();
                text.append(line).append('\n');
            } while (!line.equals(lastLine));
            return text.toString();
        }

        /// Waits for the end and returns everything that was printed.
        String output() throws Exception {
            String text = new String(process.getInputStream().readAllBytes(), UTF_8);
            exitCode();
            return text;
        }

        int exitCode() throws InterruptedException {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }
    }

    static int port(JsonNode document) {
        return URI.create(document.get("url").asString()).getPort();
    }
}
