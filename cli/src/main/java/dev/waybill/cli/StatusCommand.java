package dev.waybill.cli;

import dev.waybill.cli.Terminal.Colour;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill status`: asks a server whether it is ready.
record StatusCommand(Terminal terminal) implements Command {
    private static final String URL = "--url";
    private static final String DEFAULT_URL = "http://127.0.0.1:7717";

    @Override
    public String name() {
        return "status";
    }

    @Override
    public String summary() {
        return "Ask a server whether it is ready for work.";
    }

    @Override
    public List<String> examples() {
        return List.of("waybill status", "waybill status --url https://relay.example --json");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.text(
                        URL,
                        "url",
                        "The server to ask; else WAYBILL_URL, else " + DEFAULT_URL + "."));
    }

    @Override
    public ExitCode run(Given given) {
        URI server =
                server(
                        given.value(URL)
                                .orElseGet(
                                        () ->
                                                terminal.environment()
                                                        .getOrDefault("WAYBILL_URL", DEFAULT_URL)));
        Readiness readiness = readiness(server);
        boolean ready = readiness.status().equals("ready");
        if (given.json()) {
            terminal.printJson(readiness);
        } else {
            terminal.print(text(server, readiness, ready));
        }
        return ready ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static URI server(String text) {
        try {
            URI uri = new URI(text);
            if (List.of("http", "https").contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // said below, as for any other text that is no address
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "'" + text + "' is not the address of a server, such as " + DEFAULT_URL);
    }

    private static Readiness readiness(URI server) {
        Readiness.Answer answer = answer(server);
        if (answer.code() == 401 || answer.code() == 403) {
            throw new CommandFailure(
                    ExitCode.NOT_AUTHORISED,
                    server + " refused to answer (HTTP " + answer.code() + ")");
        }
        if (answer.readiness() == null) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    server
                            + " answered HTTP "
                            + answer.code()
                            + ", but not as a Waybill server does");
        }
        return answer.readiness();
    }

    private static Readiness.Answer answer(URI server) {
        try {
            return Readiness.ask(server);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREACHABLE,
                    List.of(
                            "no server answers at "
                                    + server
                                    + ": "
                                    + e.getMessage()
                                    + "; start one with 'waybill up'"),
                    e);
        }
    }

    private String text(URI server, Readiness readiness, boolean ready) {
        StringBuilder text = new StringBuilder();
        text.append(terminal.paint(ready ? Colour.GREEN : Colour.RED, readiness.status()));
        if (readiness.version() != null) {
            text.append("  Waybill ").append(readiness.version());
        }
        text.append(" at ").append(server);
        if (readiness.checks() != null) {
            readiness
                    .checks()
                    .forEach(
                            (name, state) ->
                                    text.append("\n  ").append(name).append(": ").append(state));
        }
        return text.toString();
    }
}
