package dev.waybill.cli;

import dev.waybill.cli.client.ServerAddress;
import dev.waybill.cli.client.Unanswered;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.cli.profile.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill status`: asks a server whether it is ready.
record StatusCommand(Terminal terminal) implements Command {
    private static final String URL = "--url";

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
                        "The server to ask; else WAYBILL_URL, else the one of this folder."));
    }

    @Override
    public ExitCode run(Given given) {
        URI server =
                given.value(URL)
                        .or(() -> terminal.variable("WAYBILL_URL"))
                        .map(ServerAddress::parse)
                        .orElseGet(() -> LocalServer.of(terminal).url());
        Readiness readiness = readiness(server);
        if (given.json()) {
            terminal.printJson(readiness);
        } else {
            terminal.print(text(server, readiness));
        }
        return ExitCode.OK;
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
        } catch (IOException e) {
            throw Unanswered.failure(server, e);
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
