package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Runs commands in this process and keeps what they print.
final class Shell {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private final ServerStart start;
    private byte[] in = {};
    private boolean colours;
    private boolean attended;

    Shell(ServerStart start) {
        this.start = start;
    }

    Shell() {
        this(config -> new StubServer(config, StubServer.FIRST_KEYS));
    }

    Shell with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Shell typing(String text) {
        in = text.getBytes(UTF_8);
        return this;
    }

    /// With somebody in front of it.
    Shell attended() {
        attended = true;
        return this;
    }

    Shell withColours() {
        colours = true;
        return this;
    }

    ExitCode run(String... words) {
        return commands().run(words);
    }

    Commands commands() {
        Terminal terminal =
                new Terminal(
                        new ByteArrayInputStream(in),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        colours,
                        attended,
                        environment);
        return new Commands(terminal, new ServerRun(terminal, start, Shell::announceAndClose));
    }

    private static void announceAndClose(RunningServer server, Runnable announce) {
        announce.run();
        server.close();
    }

    String out() {
        return out.toString(UTF_8);
    }

    String err() {
        return err.toString(UTF_8);
    }

    JsonNode json() {
        return new Json(JsonLimits.DEFAULTS).tree(out.toByteArray());
    }
}
