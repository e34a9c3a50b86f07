package dev.waybill.cli.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.remote.Span;
import dev.waybill.cli.remote.StandardInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What can be done somewhere, and doing it.
record CallCommands(Terminal terminal) {
    private static final String OPERATION = "--operation";
    private static final String INPUT_JSON = "--input-json";
    private static final String INPUT_FILE = "--input-file";
    private static final String INPUT_STDIN = "--input-stdin";
    private static final String TEXT = "--text";
    private static final String PAYLOAD_JSON = "--payload-json";
    private static final String KEY = "--idempotency-key";
    static final String WAIT = "--wait";

    List<Command> all() {
        return List.of(actions(), invoke(), send(), providers());
    }

    private Command actions() {
        return Target.options(
                        draft(
                                "actions",
                                "List what can be done where something came from.",
                                "waybill deliver actions --item itm_7kq2m9xw3hbr"))
                .does(
                        session ->
                                session.show(
                                        Answers.body(
                                                session.bareAsMember(
                                                        Request.post("deliveries", "actions")
                                                                .body(
                                                                        Target.body(session)
                                                                                .document()))),
                                        Answers::operations));
    }

    private Command invoke() {
        return terms(
                        Target.options(
                                draft(
                                        "invoke",
                                        "Do one operation, and wait for what becomes of it.",
                                        "waybill deliver invoke --item itm_7kq2m9xw3hbr --operation add_comment --input-file body.json")))
                .option(OPERATION, "name", "Which operation.")
                .option(INPUT_JSON, "json", "What it is given, as JSON; {} if left out.")
                .option(INPUT_FILE, "file", "The file with it.")
                .flag(INPUT_STDIN, "Read it from standard input.")
                .does(this::invoke);
    }

    private void invoke(Session session) {
        ObjectNode body = Target.body(session).json();
        body.put(
                "operation",
                session.value(OPERATION)
                        .orElseThrow(() -> Session.misused("say what with " + OPERATION)));
        body.set("input", input(session));
        call(session, "invoke", body);
    }

    private Command send() {
        return terms(
                        Target.options(
                                draft(
                                        "send",
                                        "Send text to where something came from.",
                                        "waybill deliver send --item itm_7kq2m9xw3hbr --text ok")))
                .option("--kind", "word", "What it is; reply if left out.")
                .option(TEXT, "text", "The text.")
                .option(PAYLOAD_JSON, "json", "The text and what goes with it, as JSON.")
                .does(CallCommands::send);
    }

    private static void send(Session session) {
        Optional<String> text = session.value(TEXT);
        Optional<String> payload = session.value(PAYLOAD_JSON);
        if (text.isPresent() == payload.isPresent()) {
            throw Session.misused("give the text with either --text or --payload-json");
        }
        ObjectNode body = Target.body(session).with("kind", session.value("--kind")).json();
        body.set(
                "payload",
                text.<JsonNode>map(words -> Body.of("text", words).json())
                        .orElseGet(() -> Target.json(PAYLOAD_JSON, payload.orElse("{}"))));
        call(session, "send", body);
    }

    private Command providers() {
        return draft(
                        "providers",
                        "List the providers, their kinds of places, and what can be done there.",
                        "waybill deliver providers")
                .does(
                        session ->
                                session.show(
                                        Answers.body(
                                                session.bareAsReader(Request.get("providers"))),
                                        Answers::providers));
    }

    private static void call(Session session, String route, ObjectNode body) {
        Duration wait = Duration.ofSeconds(15);
        if (session.given().has(WAIT)) {
            wait = wait(session);
            body.put("waitMs", wait.toMillis());
        }
        if (session.given().has("--dry-run")) {
            body.put("dryRun", true);
        }
        session.value("--correlation-id").ifPresent(id -> body.put("correlationId", id));
        Request request =
                Request.post("deliveries", route)
                        .header("Idempotency-Key", session.value(KEY))
                        .body(body)
                        .within(wait);
        session.show(Answers.body(session.bareAsMember(request)), Answers::outcome);
    }

    static Duration wait(Session session) {
        return Span.parse(WAIT, session.value(WAIT).orElse("15s"));
    }

    private static RemoteCommand.Draft terms(RemoteCommand.Draft draft) {
        return draft.option(KEY, "key", "Do it at most once, however often this is run.")
                .option("--correlation-id", "id", "What it belongs to.")
                .option(
                        WAIT,
                        "duration",
                        "How long to wait, at most 60s; 15s if left out, and not at all with 0s.")
                .flag("--dry-run", "Check everything and do nothing.");
    }

    private JsonNode input(Session session) {
        long given =
                Stream.of(INPUT_JSON, INPUT_FILE, INPUT_STDIN).filter(session.given()::has).count();
        if (given > 1) {
            throw Session.misused(
                    "give the input with one of --input-json, --input-file and --input-stdin");
        }
        if (session.given().has(INPUT_STDIN)) {
            return Target.json(INPUT_STDIN, StandardInput.read(terminal));
        }
        return session.value(INPUT_FILE)
                .map(file -> Target.json(INPUT_FILE, read(file)))
                .orElseGet(() -> Target.json(INPUT_JSON, session.value(INPUT_JSON).orElse("{}")));
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file), UTF_8);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.USAGE, List.of("cannot read " + file + ": " + e.getMessage()), e);
        }
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
