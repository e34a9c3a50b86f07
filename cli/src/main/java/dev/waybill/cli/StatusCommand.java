package dev.waybill.cli;

import dev.waybill.cli.Terminal.Colour;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import javax.net.ssl.SSLException;
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
                                .or(() -> terminal.variable("WAYBILL_URL"))
                                .orElse(DEFAULT_URL));
        Readiness readiness = readiness(server);
        if (given.json()) {
            terminal.printJson(readiness);
        } else {
            terminal.print(text(server, readiness));
        }
        return ExitCode.OK;
    }

    private static URI server(String text) {
        try {
            URI uri = new URI(text);
            if (List.of("http", "https").contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // said below, as for any other text that is no address
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "'"
                        + text.replaceFirst("//[^/]*@", "//…@")
                        + "' is not the address of a server, such as "
                        + DEFAULT_URL);
    }

    private static Readiness readiness(URI server) {
        Readiness.Answer answer = answer(server);
        if (answer.code() == 401 || answer.code() == 403) {
            throw new CommandFailure(
                    ExitCode.NOT_AUTHORISED,
                    server + " refused to answer (HTTP " + answer.code() + ")");
        }
        Readiness.Envelope envelope = answer.envelope();
        if (envelope != null && envelope.data() != null) {
            return envelope.data();
        }
        if (envelope != null && envelope.error() != null) {
            throw new CommandFailure(ExitCode.FAILURE, server + ": " + envelope.error().message());
        }
        throw new CommandFailure(
                ExitCode.FAILURE,
                server + " answered HTTP " + answer.code() + ", but not as a Waybill server does");
    }

    private static Readiness.Answer answer(URI server) {
        try {
            return Readiness.ask(server);
        } catch (SSLException e) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    List.of(
                            server
                                    + " answers, but this Java does not trust its certificate: "
                                    + e.getMessage()
                                    + "; add it to a trust store and name that in JDK_JAVA_OPTIONS="
                                    + "-Djavax.net.ssl.trustStore=…"),
                    e);
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

    private String text(URI server, Readiness readiness) {
        StringBuilder text = new StringBuilder(terminal.paint(Colour.GREEN, readiness.status()));
        if (readiness.version() != null) {
            text.append("  Waybill ").append(readiness.version());
        }
        text.append("  ").append(server);
        for (Readiness.Check check : readiness.checks()) {
            text.append("\n  ").append(check.name()).append(check.ok() ? ": ok" : ": failing");
        }
        return text.toString();
    }
}
