package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.remote.Span;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import dev.waybill.protocol.json.Json;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `waybill deliveries`: what is on its way to an agent, and what became of it.
public record DeliveriesCommand(Terminal terminal, Clock clock) implements Command {
    private static final String STATUS = "--status";
    private static final String LIMIT = "--limit";
    private static final String UNTIL = "--until";
    private static final String FOR = "--for";
    private static final int WIDTH = 60;

    @Override
    public String name() {
        return "deliveries";
    }

    @Override
    public String summary() {
        return "List what is on its way to an agent, or say what became of it.";
    }

    @Override
    public List<String> examples() {
        return List.of("waybill deliveries", "waybill deliveries --status failed --as bob");
    }

    @Override
    public List<Command> parts() {
        return List.of(ack(), fail(), defer(), flush());
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.text(
                        STATUS,
                        "status",
                        "queued, delivered, acked, failed or dead_lettered; the first two if left out."));
        spec.addOption(Options.text(LIMIT, "number", "How many, at most 200."));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Session session = Session.of(terminal, given);
        JsonNode deliveries =
                session.asAgent(
                        Request.get("deliveries")
                                .query("status", given.value(STATUS))
                                .query("limit", given.value(LIMIT)));
        session.show(deliveries, DeliveriesCommand::text);
        return ExitCode.OK;
    }

    private static String text(JsonNode deliveries) {
        Table table = Table.of("ID", "SEQ", "STATUS", "REASON", "SENT", "FROM", "TEXT");
        for (JsonNode delivery : deliveries) {
            JsonNode message = delivery.path("message");
            table.row(
                    Plain.field(delivery, "id"),
                    Plain.field(delivery, "seq"),
                    Plain.field(delivery, "status"),
                    Plain.field(delivery, "reason"),
                    When.field(delivery, "created_at"),
                    Plain.field(message, "agent_name"),
                    Plain.line(message.path("text").asString("-"), WIDTH));
        }
        return table.text();
    }

    private Command ack() {
        return onDelivery(
                        "ack",
                        "Say that the agent has dealt with it.",
                        "waybill deliveries ack del_215_217")
                .does(session -> settle(session, "ack", Body.empty()));
    }

    private Command fail() {
        return onDelivery(
                        "fail",
                        "Say that it cannot be dealt with.",
                        "waybill deliveries fail del_215_217 --error 'No such branch'")
                .option("--error", "text", "Why.")
                .flag("--retryable", "It may work another time.")
                .does(
                        session ->
                                settle(
                                        session,
                                        "fail",
                                        Body.empty()
                                                .with("error", session.value("--error"))
                                                .with(
                                                        "retryable",
                                                        session.given().has("--retryable"))));
    }

    private Command defer() {
        return onDelivery(
                        "defer",
                        "Have it delivered later.",
                        "waybill deliveries defer del_215_217 --for 10m")
                .option(FOR, "duration", "How much later: a number with s, m, h or d.")
                .option(UNTIL, "time", "When, such as 2027-01-31T08:00:00Z.")
                .option("--reason", "text", "Why.")
                .does(
                        session ->
                                settle(
                                        session,
                                        "defer",
                                        Body.of("available_at", later(session).toString())
                                                .with("reason", session.value("--reason"))));
    }

    private Command flush() {
        return RemoteCommand.draft(
                        terminal,
                        "flush",
                        "Let what is held back go now: all of it, or those named.",
                        "waybill deliveries flush --agent bob")
                .words("id", "Which ones; all if left out.")
                .option("--agent", "agent", "Whose, if not the agent's own.")
                .does(DeliveriesCommand::flush);
    }

    private static void flush(Session session) {
        ArrayNode flushed = Json.emptyObject().arrayNode();
        List<String> ids = session.given().words("id");
        for (Optional<String> id :
                ids.isEmpty()
                        ? List.of(Optional.<String>empty())
                        : ids.stream().map(Optional::of).toList()) {
            Body body =
                    Body.empty().with("agent", session.value("--agent")).with("delivery_id", id);
            Request request = Request.post("deliveries", "flush").body(body.document());
            JsonNode answer =
                    session.given().has("--agent")
                            ? session.asReader(request)
                            : session.asMember(request);
            answer.path("flushed").forEach(flushed::add);
        }
        ObjectNode result = Json.emptyObject();
        result.set("flushed", flushed);
        session.show(
                result,
                _ ->
                        flushed.isEmpty()
                                ? "nothing was held back"
                                : flushed.size() + " on the way now");
    }

    private static void settle(Session session, String how, Body body) {
        Request request = Request.post("deliveries", session.given().word("id"), how);
        JsonNode settled =
                session.asAgent(body.json().isEmpty() ? request : request.body(body.document()));
        session.show(
                settled, data -> Plain.field(data, "id") + " is " + Plain.field(data, "status"));
    }

    private Instant later(Session session) {
        if (session.given().has(FOR) == session.given().has(UNTIL)) {
            throw Session.misused("say when with either --for or --until");
        }
        try {
            return session.value(UNTIL)
                    .map(Instant::parse)
                    .orElseGet(
                            () ->
                                    clock.instant()
                                            .plus(Span.parse(session.value(FOR).orElseThrow())));
        } catch (DateTimeException _) {
            throw Session.misused("--until and --for take such as 2027-01-31T08:00:00Z and 10m");
        }
    }

    private RemoteCommand.Draft onDelivery(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example)
                .word("id", "Its id, as 'waybill deliveries' shows it.");
    }
}
