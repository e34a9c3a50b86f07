package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.server.Keys;
import dev.waybill.server.config.ConfigSources;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill train`: does once what later runs do often, so that the build can record it in an AOT cache.
record TrainCommand(ServerStart start) implements Command {
    private static final String SERVER = "--server";
    private static final byte[] READY =
            "{\"ok\":true,\"data\":{\"status\":\"ready\",\"checks\":[{\"name\":\"store\",\"ok\":true}]}}"
                    .getBytes(UTF_8);

    private static final String KEYS =
            """
            {"workspace":"default","workspace_key":"rk_live_x","agent":"operator","agent_token":"at_live_x"}
            """;
    private static final byte[] MESSAGES =
            """
            {"ok":true,"data":[{"id":"1","name":"alice","agent_name":"alice","text":"hello",
            "created_at":"2026-01-01T00:00:00Z"}]}
            """
                    .getBytes(UTF_8);

    @Override
    public String name() {
        return "train";
    }

    @Override
    public String summary() {
        return "Touch what later runs need, for an AOT cache.";
    }

    @Override
    public List<String> examples() {
        return List.of();
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.flag(
                        "Start and stop the server instead of running the short commands.",
                        SERVER));
    }

    @Override
    public boolean hidden() {
        return true;
    }

    @Override
    public ExitCode run(Given given) {
        try {
            Path data = Files.createTempDirectory("waybill-train");
            ExitCode outcome = given.has(SERVER) ? server(data) : commands(data);
            delete(data);
            return outcome;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot train", e);
        }
    }

    private ExitCode commands(Path data) throws IOException {
        HttpServer answering =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answering.createContext("/ready", exchange -> answer(exchange, READY));
        answering.createContext("/v1", exchange -> answer(exchange, MESSAGES));
        answering.start();
        String port = String.valueOf(answering.getAddress().getPort());
        String url = "http://127.0.0.1:" + port;
        Map<String, String> here =
                Map.of(
                        "XDG_CONFIG_HOME", data.resolve("config").toString(),
                        "WAYBILL_SERVER_DATA", data.toString(),
                        "WAYBILL_SERVER_PORT", port);
        Commands commands = new Commands(unheard(here), silentRun());
        commands.run("--help");
        commands.run("version");
        commands.run("version", "--json");
        commands.run("status", "--url", url);
        commands.run("status", "--url", url, "--json");
        commands.run("config");
        commands.run("doctor", "--data", data.toString());
        commands.run("up", "--help");
        people(commands, data);
        answering.stop(0);
        return ExitCode.OK;
    }

    /// Once with the keys of a first start, once with a profile.
    private static void people(Commands commands, Path data) throws IOException {
        Files.writeString(data.resolve(Keys.FILE), KEYS);
        commands.run("channel", "--help");
        commands.run("send", "#general", "hello");
        commands.run("agent", "register", "alice");
        commands.run("agent", "list");
        commands.run("channel", "history", "general");
        commands.run("send", "#general", "hello");
        commands.run("inbox", "--json");
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private ExitCode server(Path data) {
        ConfigSources sources =
                new ConfigSources(Map.of("--port", "0", "--data", data.toString()), Map.of(), data);
        return silentRun().run(Options.config(sources).config(), true, (_, _) -> "");
    }

    /// Asks the server once whether it is ready, and stops it.
    private ServerRun silentRun() {
        return new ServerRun(
                unheard(),
                start,
                (running, announce) -> {
                    try (running) {
                        announce.run();
                        new Commands(unheard(), silentRun())
                                .run("status", "--url", running.url().toString());
                    }
                });
    }

    private static Terminal unheard() {
        return unheard(Map.of());
    }

    private static Terminal unheard(Map<String, String> environment) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
        return new Terminal(
                InputStream.nullInputStream(), nowhere, nowhere, false, false, environment);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
