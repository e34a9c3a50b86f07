package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import dev.waybill.protocol.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// `waybill actions …`: what agents and nodes can be asked to do, and what came of it.
public record ActionCommands(Terminal terminal) implements CommandGroup {
    private static final String ROUTE = "actions";
    private static final String INVOCATION = "--invocation";
    private static final String SINCE = "--since";
    private static final int WIDTH = 60;

    /// How many rows of the log are looked at, where nobody says from where on.
    private static final long RECENT = 5000;

    @Override
    public String name() {
        return ROUTE;
    }

    @Override
    public String summary() {
        return "See what can be asked for, ask for it, and see what came of it.";
    }

    @Override
    public List<Command> parts() {
        return List.of(list(), show(), new InvokeCommand(terminal), history());
    }

    private Command list() {
        return draft(
                        "list",
                        "List the actions that may be called.",
                        "waybill actions list --as planner")
                .does(
                        session ->
                                session.show(
                                        session.asMember(Request.get(ROUTE)),
                                        ActionCommands::table));
    }

    private static String table(JsonNode actions) {
        Table table = Table.of("NAME", "HANDLER", "AVAILABLE TO", "DESCRIPTION");
        for (JsonNode action : actions) {
            table.row(
                    Plain.field(action, "name"),
                    handler(action),
                    availableTo(action),
                    Plain.line(action.path("description").asString("-"), WIDTH));
        }
        return table.text();
    }

    private static String handler(JsonNode action) {
        return List.of("handler_agent", "handler_node", "handler_agent_id", "handler_node_id")
                .stream()
                .map(field -> Plain.field(action, field))
                .filter(text -> !text.equals("-"))
                .findFirst()
                .orElse("-");
    }

    private static String availableTo(JsonNode action) {
        JsonNode names = action.path("available_to");
        return names.isEmpty()
                ? "everyone"
                : String.join(", ", names.valueStream().map(JsonNode::asString).toList());
    }

    private Command show() {
        return draft(
                        "show",
                        "Show an action and what it takes and gives.",
                        "waybill actions show deploy.preview")
                .word("action", "Its name.")
                .does(
                        session ->
                                session.show(
                                        session.asMember(
                                                Request.get(ROUTE, session.given().word("action"))),
                                        ActionCommands::text));
    }

    private static String text(JsonNode action) {
        return Fields.of(action, "name", "id", "description", "queue", "created_at")
                + "\nhandler  "
                + handler(action)
                + "\navailable to  "
                + availableTo(action)
                + "\n\ntakes\n"
                + InvocationText.document(action.path("input_schema"))
                + "\n\ngives\n"
                + InvocationText.document(action.path("output_schema"));
    }

    private Command history() {
        return draft(
                        "history",
                        "Show what happened with actions lately, or what came of one call.",
                        "waybill actions history deploy.preview --invocation inv_215")
                .words("action", "Only this one; needed with --invocation.")
                .option(INVOCATION, "id", "One call of it.")
                .option(SINCE, "seq", "Only what came after this number of the log.")
                .does(ActionCommands::history);
    }

    private static void history(Session session) {
        List<String> actions = session.given().words("action");
        Optional<String> invocation = session.value(INVOCATION);
        if (actions.size() > 1 || (invocation.isPresent() && actions.isEmpty())) {
            throw Session.misused("name one action, also with --invocation");
        }
        if (invocation.isPresent()) {
            session.show(
                    session.asMember(
                            Request.get(
                                    ROUTE, actions.getFirst(), "invocations", invocation.get())),
                    data -> new InvocationText(data).text());
        } else {
            session.show(events(session, actions), ActionCommands::events);
        }
    }

    /// What the log of the workspace says about actions.
    private static ArrayNode events(Session session, List<String> actions) {
        ArrayNode found = Json.emptyObject().arrayNode();
        String since = session.value(SINCE).orElseGet(() -> recent(session));
        boolean more = true;
        while (more) {
            JsonNode page = page(session, since, "500");
            for (JsonNode event : page.path("events")) {
                if (event.path("type").asString("").startsWith("action.")
                        && (actions.isEmpty()
                                || actions.contains(
                                        event.path("payload").path("action_name").asString("")))) {
                    found.add(event);
                }
            }
            String next = page.path("next_since").asString(since);
            more = !next.equals(since) && !next.equals(page.path("latest_seq").asString(next));
            since = next;
        }
        return found;
    }

    private static String recent(Session session) {
        long latest =
                page(session, String.valueOf(Long.MAX_VALUE), "1").path("latest_seq").asLong(0);
        return String.valueOf(Math.max(0, latest - RECENT));
    }

    private static JsonNode page(Session session, String since, String limit) {
        return session.asOwner(
                Request.get("workspace", "events")
                        .query("since", Optional.of(since))
                        .query("limit", Optional.of(limit)));
    }

    private static String events(JsonNode events) {
        Table table = Table.of("SEQ", "WHEN", "EVENT", "ACTION", "CALLER", "INVOCATION", "ERROR");
        for (JsonNode event : events) {
            JsonNode payload = event.path("payload");
            table.row(
                    Plain.field(event, "seq"),
                    When.field(event, "created_at"),
                    Plain.field(event, "type"),
                    Plain.field(payload, "action_name"),
                    Plain.field(payload, "caller_name"),
                    Plain.field(payload, "invocation_id"),
                    Plain.line(payload.path("error").asString("-"), WIDTH));
        }
        return table.text();
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
