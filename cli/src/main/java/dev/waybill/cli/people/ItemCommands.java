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
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.network.text.Shown;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `waybill items …`: what an agent has been told of what happened elsewhere.
public record ItemCommands(Terminal terminal) implements CommandGroup {
    private static final int WIDTH = 60;

    @Override
    public String name() {
        return "items";
    }

    @Override
    public String summary() {
        return "See what happened elsewhere that an agent should know, and settle it.";
    }

    @Override
    public List<Command> parts() {
        return List.of(list(), show(), ack());
    }

    private Command list() {
        return draft(
                        "list",
                        "List what an agent has to read, oldest first.",
                        "waybill items list bob")
                .word("agent", "Whose.")
                .flag("--all", "Also what is settled.")
                .option("--limit", "number", "How many, at most 200.")
                .option("--after", "id", "Only entries after this one.")
                .does(ItemCommands::list);
    }

    private static void list(Session session) {
        session.show(
                session.plainAsReader(
                        Request.get("agents", session.agent(), "inbox", "entries")
                                .query("include_acked", session.value("--all"))
                                .query("limit", session.value("--limit"))
                                .query("after_entry_id", session.value("--after"))),
                ItemCommands::table);
    }

    private static String table(JsonNode answer) {
        Table table = Table.of("ENTRY", "ITEM", "AT", "COUNT", "SUMMARY", "ANSWER");
        for (JsonNode entry : answer.path("entries")) {
            table.row(
                    Plain.field(entry, "entryId"),
                    Plain.field(entry, "itemId"),
                    When.field(entry, "lastItemAt"),
                    Plain.field(entry, "count"),
                    Plain.line(entry.path("summary").asString("-"), WIDTH),
                    Plain.line(
                            entry.path("deliveryHandle").path("targetRef").asString("-"), WIDTH));
        }
        return table.text();
    }

    private Command show() {
        return draft(
                        "show",
                        "Show one item with all that is known of it.",
                        "waybill items show bob itm_7kq2m9xw3hbr")
                .word("agent", "Whose.")
                .word("item", "Its id, as 'waybill items list' shows it.")
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(
                                                Request.get(
                                                        "agents",
                                                        session.agent(),
                                                        "inbox",
                                                        "items",
                                                        session.given().word("item"))),
                                        item ->
                                                Shown.json(
                                                        new Json(JsonLimits.STORED).pretty(item))));
    }

    private Command ack() {
        return draft(
                        "ack",
                        "Settle what an agent has dealt with: those named, all up to one, or all.",
                        "waybill items ack bob --through ent_7kq2m9xw3hbr")
                .word("agent", "Whose.")
                .words("id", "Which ones; none with --through or --all.")
                .option("--through", "id", "This one and all before it.")
                .flag("--all", "All of them.")
                .does(ItemCommands::ack);
    }

    private static void ack(Session session) {
        List<String> ids = session.given().words("id");
        int ways =
                (ids.isEmpty() ? 0 : 1)
                        + (session.given().has("--through") ? 1 : 0)
                        + (session.given().has("--all") ? 1 : 0);
        if (ways != 1) {
            throw Session.misused("name entries, or say --through or --all");
        }
        Body body =
                Body.empty()
                        .with("entryIds", ids)
                        .with("throughEntryId", session.value("--through"))
                        .with("all", session.given().has("--all"));
        session.show(
                session.plainAsReader(
                        Request.post("agents", session.agent(), "inbox", "ack")
                                .body(body.document())),
                data -> Plain.field(data, "acked") + " settled");
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
