package dev.waybill.cli.people;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.remote.Span;
import dev.waybill.cli.remote.StandardInput;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `waybill actions invoke`: calls an action and waits for what comes of it.
record InvokeCommand(Terminal terminal) implements Command {
    private static final String INPUT_JSON = "--input-json";
    private static final String INPUT_FILE = "--input-file";
    private static final String WAIT = "--wait";
    private static final String IDEMPOTENCY_KEY = "--idempotency-key";
    private static final String USUAL_WAIT = "30s";

    @Override
    public String name() {
        return "invoke";
    }

    @Override
    public String summary() {
        return "Call an action and wait for its result; fails if the action does.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill actions invoke deploy.preview --input-json '{\"branch\":\"main\"}' --wait 60s",
                "waybill actions invoke agent.create --input-file agent.json --as planner",
                "waybill actions invoke agent.status --input-file - < agent.json");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addWord(spec, "action", "Its name.");
        spec.addOption(
                Options.text(INPUT_JSON, "json", "What it is given, as JSON; {} if left out."));
        spec.addOption(
                Options.text(INPUT_FILE, "file", "The file with it; '-' reads standard input."));
        spec.addOption(
                Options.text(
                        WAIT,
                        "duration",
                        "How long to wait for the result, at most 60s; 30s if left out, and not at all with 0s."));
        spec.addOption(
                Options.text(
                        IDEMPOTENCY_KEY, "key", "Call at most once, however often this is run."));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Session session = Session.of(terminal, given);
        Duration wait = Span.parse(WAIT, given.value(WAIT).orElse(USUAL_WAIT));
        ObjectNode body = Json.emptyObject();
        body.set("input", input(given));
        Request request =
                Request.post("actions", given.word("action"), "invoke")
                        .header("Idempotency-Key", given.value(IDEMPOTENCY_KEY))
                        .body(body);
        return shown(
                session,
                session.asAgent(wait.isPositive() ? request.waiting(wait) : request),
                wait);
    }

    /// What was waited for and is not there counts as a failure: nobody should go on as if it were.
    private ExitCode shown(Session session, JsonNode invocation, Duration wait) {
        InvocationText text = new InvocationText(invocation);
        boolean well = text.succeeded() || (!text.settled() && !wait.isPositive());
        if (well || session.given().json()) {
            session.show(invocation, text.text());
        } else {
            session.note(text.text());
        }
        return well ? ExitCode.OK : ExitCode.FAILURE;
    }

    private JsonNode input(Given given) {
        if (given.has(INPUT_JSON) && given.has(INPUT_FILE)) {
            throw Session.misused("give the input with either --input-json or --input-file");
        }
        String text =
                given.value(INPUT_FILE)
                        .map(this::read)
                        .orElse(given.value(INPUT_JSON).orElse("{}"));
        try {
            return new Json(JsonLimits.DEFAULTS).tree(text);
        } catch (JsonFault e) {
            throw Session.misused("the input is not JSON: " + e.getMessage());
        }
    }

    private String read(String file) {
        if (file.equals("-")) {
            return StandardInput.read(terminal);
        }
        try {
            return Files.readString(Path.of(file), UTF_8);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILURE, List.of("cannot read " + file + ": " + e.getMessage()), e);
        }
    }
}
