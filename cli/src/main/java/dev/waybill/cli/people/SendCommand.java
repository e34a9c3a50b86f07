package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.remote.StandardInput;
import dev.waybill.cli.text.Plain;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/// `waybill send`: says something to a channel, to one agent, or in a thread.
public record SendCommand(Terminal terminal) implements Command {
    /// One place for both: with `--reply-to` there is no target, and all words are text.
    private static final String WORDS = "target> <text";

    private static final String REPLY_TO = "--reply-to";
    private static final String STEER = "--steer";
    private static final String DELIVERY_MODE = "--delivery-mode";
    private static final String URGENT = "--urgent";
    private static final String DEADLINE = "--deadline";
    private static final String IDEMPOTENCY_KEY = "--idempotency-key";
    private static final String STANDARD_INPUT = "-";

    @Override
    public String name() {
        return "send";
    }

    @Override
    public String summary() {
        return "Send a message to a channel or an agent, or reply to one.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill send '#general' 'The build is green.'",
                "waybill send @bob --steer 'Stop, the plan has changed.'",
                "waybill send @bob --delivery-mode on-idle 'When you have a minute: review 42?'",
                "git log -1 | waybill send '#releases' -");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addWords(
                spec,
                WORDS,
                "'#channel' or '@agent' (none with --reply-to), then the text; '-' reads it from standard input.");
        spec.addOption(Options.text(REPLY_TO, "id", "Reply in the thread of this message."));
        spec.addOption(Options.flag("Interrupt the agent instead of waiting for its turn.", STEER));
        spec.addOption(
                Options.text(
                        DELIVERY_MODE,
                        "mode",
                        "When it is to reach the agent: immediate, next-message, next-tool-call, on-idle or manual."));
        spec.addOption(Options.flag("Go before what is not urgent.", URGENT));
        spec.addOption(
                Options.text(DEADLINE, "time", "Give it up then, such as 2026-12-24T18:00:00Z."));
        spec.addOption(
                Options.text(
                        IDEMPOTENCY_KEY, "key", "Send at most once, however often this is run."));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Session session = Session.of(terminal, given);
        Letter letter = letter(session, given.words(WORDS));
        Body body =
                letter.body()
                        .with("mode", Optional.of("steer").filter(_ -> given.has(STEER)))
                        .with("delivery_mode", given.value(DELIVERY_MODE))
                        .with("priority", Optional.of("urgent").filter(_ -> given.has(URGENT)))
                        .with("deadline", given.value(DEADLINE));
        JsonNode sent =
                session.asAgent(
                        letter.request()
                                .header("Idempotency-Key", given.value(IDEMPOTENCY_KEY))
                                .body(body.document()));
        session.show(
                sent, data -> "sent to " + letter.to() + " as message " + Plain.field(data, "id"));
        return ExitCode.OK;
    }

    private Letter letter(Session session, List<String> words) {
        Optional<String> parent = session.value(REPLY_TO);
        if (parent.isPresent()) {
            if (session.given().has(STEER)) {
                throw Session.misused("--steer does not go with --reply-to");
            }
            String id = parent.get();
            return new Letter(
                    Request.post("messages", id, "replies"),
                    "the thread of " + id,
                    Body.of("text", text(words)));
        }
        if (words.isEmpty()) {
            throw Session.misused(
                    "say to whom and what, such as: waybill send '#general' hello (quote the '#')");
        }
        String target = words.getFirst();
        String name = target.isEmpty() ? "" : target.substring(1);
        Body body = Body.of("text", text(words.subList(1, words.size())));
        if (target.startsWith("#") && !name.isEmpty()) {
            return new Letter(Request.post("channels", name, "messages"), target, body);
        }
        if (target.startsWith("@") && !name.isEmpty()) {
            return new Letter(Request.post("dm"), target, body.with("to", Optional.of(name)));
        }
        throw Session.misused(
                "'" + target + "' is neither a '#channel' nor an '@agent'; quote the '#'");
    }

    private String text(List<String> words) {
        String text =
                words.equals(List.of(STANDARD_INPUT))
                        ? StandardInput.read(terminal).stripTrailing()
                        : String.join(" ", words);
        if (text.isBlank()) {
            throw Session.misused("there is no text to send");
        }
        return text;
    }

    /// A message on its way: how it is sent, to whom in words, and what it says.
    private record Letter(Request request, String to, Body body) {}
}
