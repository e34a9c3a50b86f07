package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `waybill rules …`: who is told when which events happen.
public record RuleCommands(Terminal terminal) implements CommandGroup {
    private static final String ROUTE = "rules";
    private static final String ON = "--on";
    private static final String NOTIFY = "--notify";
    private static final String URGENT = "--urgent";

    @Override
    public String name() {
        return ROUTE;
    }

    @Override
    public String summary() {
        return "Have a channel or an agent told when something happens.";
    }

    @Override
    public List<Command> parts() {
        return List.of(list(), create(), remove());
    }

    private Command list() {
        return draft(
                        "list",
                        "List the rules, when each last spoke, and what went wrong since.",
                        "waybill rules list")
                .does(
                        session ->
                                session.show(
                                        session.asReader(Request.get(ROUTE)), RuleCommands::table));
    }

    private static String table(JsonNode rules) {
        Table table = Table.of("ID", "NAME", "ON", "NOTIFY", "OWNER", "ENABLED", "LAST", "ERROR");
        for (JsonNode rule : rules) {
            table.row(
                    Plain.field(rule, "id"),
                    Plain.field(rule, "name"),
                    events(rule.path("on")),
                    target(rule.path("notify")),
                    Plain.field(rule, "owner"),
                    Plain.field(rule, "enabled"),
                    When.field(rule, "last_triggered_at"),
                    Plain.field(rule, "last_error"));
        }
        return table.text();
    }

    private static String events(JsonNode on) {
        StringBuilder text =
                new StringBuilder(
                        String.join(
                                ",",
                                on.path("types").valueStream().map(JsonNode::asString).toList()));
        for (String field : List.of("action", "caller", "agent", "channel", "error")) {
            if (on.path(field).isString()) {
                text.append(' ').append(field).append('=').append(on.path(field).asString());
            }
        }
        return Plain.line(text.toString());
    }

    private static String target(JsonNode notify) {
        return notify.path("channel").isString()
                ? "#" + Plain.field(notify, "channel")
                : "@" + Plain.field(notify, "agent");
    }

    private Command create() {
        return draft(
                        "create",
                        "Have a channel or an agent told of each event that matches.",
                        "waybill rules create --on action.invoked --action agent.create --caller planner --notify '#ops'")
                .options(ON, "type", "Which events, such as action.failed or agent.status.*.")
                .option(NOTIFY, "target", "'#channel' or '@agent'.")
                .option("--action", "name", "Only those with this action; '*' for any characters.")
                .option("--caller", "agent", "Only those called by this agent.")
                .option("--agent", "agent", "Only those about this agent.")
                .option("--channel", "channel", "Only those in this channel.")
                .option("--error", "text", "Only those with such an error.")
                .option("--text", "text", "What to say, such as '{caller} called {action}'.")
                .option("--name", "name", "What to call the rule.")
                .option("--delivery-mode", "mode", "When it is to reach agents, as with 'send'.")
                .flag(URGENT, "Go before what is not urgent.")
                .does(RuleCommands::create);
    }

    private static void create(Session session) {
        List<String> types = session.given().values(ON);
        if (types.isEmpty()) {
            throw Session.misused("say which events with --on, such as --on action.invoked");
        }
        Body on =
                Body.empty()
                        .with("types", types)
                        .with("action", session.value("--action"))
                        .with("caller", session.value("--caller"))
                        .with("agent", session.value("--agent"))
                        .with("channel", session.value("--channel"))
                        .with("error", session.value("--error"));
        Body body =
                Body.empty()
                        .with("name", session.value("--name"))
                        .with("on", on)
                        .with("notify", target(session.value(NOTIFY).orElse("")))
                        .with("text", session.value("--text"))
                        .with("delivery_mode", session.value("--delivery-mode"))
                        .with(
                                "priority",
                                Optional.of("urgent").filter(_ -> session.given().has(URGENT)));
        session.show(
                session.asReader(Request.post(ROUTE).body(body.document())),
                data ->
                        "rule %s tells %s of %s"
                                .formatted(
                                        Plain.field(data, "id"),
                                        target(data.path("notify")),
                                        events(data.path("on"))));
    }

    private static Body target(String word) {
        if (word.length() > 1 && word.startsWith("#")) {
            return Body.of("channel", word.substring(1));
        }
        if (word.length() > 1 && word.startsWith("@")) {
            return Body.of("agent", word.substring(1));
        }
        throw Session.misused("say who is told with --notify '#channel' or --notify @agent");
    }

    private Command remove() {
        return draft(
                        "remove",
                        "Remove a rule; what it said stays.",
                        "waybill rules remove rule_215")
                .word("id", "Its id, as 'waybill rules list' shows it.")
                .does(
                        session -> {
                            String id = session.given().word("id");
                            session.show(
                                    session.asReader(Request.delete(ROUTE, id)),
                                    "rule " + id + " is removed");
                        });
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
