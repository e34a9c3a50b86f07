package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import dev.waybill.protocol.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `waybill dead-letters …`: what was given up, and how to send it again.
public record DeadLetterCommands(Terminal terminal) implements CommandGroup {
    private static final String AGENT = "--agent";
    private static final String REASON = "--reason";
    private static final String REASONS = "ttl_expired, deadline_passed or attempts_exhausted.";
    private static final int WIDTH = 50;

    @Override
    public String name() {
        return "dead-letters";
    }

    @Override
    public String summary() {
        return "See what was given up, and send it again.";
    }

    @Override
    public List<Command> parts() {
        return List.of(list(), show(), redrive());
    }

    private Command list() {
        return draft(
                        "list",
                        "List what was given up, newest first.",
                        "waybill dead-letters list --agent bob --reason ttl_expired")
                .option(AGENT, "agent", "Only what was for this agent.")
                .option(REASON, "reason", "Only what was given up for this: " + REASONS)
                .option("--limit", "number", "How many, at most 100.")
                .option("--before", "id", "Only those after this one in the list.")
                .does(DeadLetterCommands::list);
    }

    private static void list(Session session) {
        JsonNode letters =
                session.asReader(
                        Request.get("dead-letters")
                                .query("agent", session.value(AGENT))
                                .query("reason", session.value(REASON))
                                .query("limit", session.value("--limit"))
                                .query("before", session.value("--before")));
        session.show(letters, DeadLetterCommands::table);
    }

    private static String table(JsonNode letters) {
        Table table = Table.of("ID", "AGENT", "REASON", "GIVEN UP", "FROM", "TEXT");
        for (JsonNode letter : letters) {
            table.row(
                    Plain.field(letter, "id"),
                    Plain.field(letter, "agent_name"),
                    Plain.field(letter, "reason"),
                    When.field(letter, "dead_lettered_at"),
                    Plain.field(letter, "message", "agent_name"),
                    Plain.line(letter.path("message").path("text").asString("-"), WIDTH));
        }
        return table.text();
    }

    private Command show() {
        return draft(
                        "show",
                        "Show what was given up, with its message and every attempt.",
                        "waybill dead-letters show del_215_217")
                .word("id", "Its id, as 'waybill dead-letters list' shows it.")
                .does(
                        session ->
                                session.show(
                                        session.asReader(
                                                Request.get(
                                                        "dead-letters",
                                                        session.given().word("id"))),
                                        DeadLetterCommands::text));
    }

    private static String text(JsonNode letter) {
        return Fields.of(
                        letter,
                        "id",
                        "agent_name",
                        "reason",
                        "error",
                        "attempt",
                        "dead_lettered_at")
                + "\n\n"
                + Plain.field(letter, "message", "agent_name")
                + " wrote: "
                + Plain.block(letter.path("message").path("text").asString("-"))
                + "\n\n"
                + Table.of(
                        letter.path("attempts"),
                        "id",
                        "status",
                        "created_at",
                        "updated_at",
                        "error");
    }

    private Command redrive() {
        return draft(
                        "redrive",
                        "Send again what was given up: those named, those of an agent or for a reason, or all.",
                        "waybill dead-letters redrive del_215_217")
                .words("id", "Which ones; none with --agent, --reason or --all.")
                .option(AGENT, "agent", "All that was for this agent.")
                .option(REASON, "reason", "All that was given up for this: " + REASONS)
                .flag("--all", "All of them.")
                .does(DeadLetterCommands::redrive);
    }

    private static void redrive(Session session) {
        List<String> ids = session.given().words("id");
        boolean many =
                session.given().has(AGENT)
                        || session.given().has(REASON)
                        || session.given().has("--all");
        if (ids.isEmpty() != many) {
            throw Session.misused("name dead letters, or say --agent, --reason or --all");
        }
        ArrayNode redriven = many ? redriveMany(session) : redriveEach(session, ids);
        ObjectNode result = Json.emptyObject();
        result.set("redriven", redriven);
        session.show(result, _ -> Table.of(redriven, "id", "delivery_id"));
    }

    private static ArrayNode redriveEach(Session session, List<String> ids) {
        ArrayNode redriven = Json.emptyObject().arrayNode();
        for (String id : ids) {
            redriven.add(session.asReader(Request.post("dead-letters", id, "redrive")));
        }
        return redriven;
    }

    /// The server does so many at once; it is asked until there are no more.
    private static ArrayNode redriveMany(Session session) {
        Body body =
                Body.empty()
                        .with("agent", session.value(AGENT))
                        .with("reason", session.value(REASON));
        Request request = Request.post("dead-letters", "redrive").body(body.document());
        ArrayNode redriven = Json.emptyObject().arrayNode();
        boolean more = true;
        while (more) {
            JsonNode answer = session.asReader(request);
            answer.path("redriven").forEach(redriven::add);
            more = answer.path("has_more").asBoolean(false) && !answer.path("redriven").isEmpty();
        }
        return redriven;
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
