package dev.waybill.cli.network;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import dev.waybill.protocol.network.text.Shown;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `waybill network audit`: every decision of the network.
record AuditCommands(Terminal terminal, InstantSource clock) {
    private static final String SINCE = "--since";
    private static final String UNTIL = "--until";
    private static final String AUDIT = "audit";
    private static final int WIDTH = 60;

    Command audit() {
        return filtered(
                        RemoteCommand.draft(
                                terminal,
                                AUDIT,
                                "Show what the network sent, took, refused and delivered, and why; or export it.",
                                "waybill network audit --direction rejected --since 1h"))
                .option(Routes.LIMIT, "number", "How many at most.")
                .option(Routes.AFTER, "id", "Only what comes after this row in the list.")
                .does(
                        session ->
                                session.show(
                                        session.pageAsReader(
                                                filter(session, Routes.get(AUDIT))
                                                        .query("limit", session.value(Routes.LIMIT))
                                                        .query(
                                                                "after",
                                                                session.value(Routes.AFTER)),
                                                Routes.AFTER),
                                        AuditCommands::table))
                .having(() -> List.of(export()));
    }

    private Command export() {
        return filtered(
                        RemoteCommand.draft(
                                terminal,
                                "export",
                                "Print all of it as lines of JSON.",
                                "waybill network audit export --channel builders --since 2027-01-01T00:00:00Z"))
                .does(
                        session -> {
                            session.lines(
                                    filter(session, Routes.get(AUDIT, "export")),
                                    line -> terminal.out().println(Shown.json(line)));
                            terminal.out().flush();
                        });
    }

    private static RemoteCommand.Draft filtered(RemoteCommand.Draft draft) {
        return draft.option(SINCE, "time", "From then on: such as 2027-01-01T08:00:00Z, or 1h ago.")
                .option(UNTIL, "time", "Up to then.")
                .option(Routes.PEER, "peer", "Only what this peer sent or was sent.")
                .option(Routes.CHANNEL, "channel", "Only that of this channel.")
                .option(Routes.WORK, "work", "Only that of this work.")
                .option("--direction", "direction", "sent, received, rejected or delivered.")
                .option("--reason", "reason", "Only what was decided for this reason.")
                .option(Routes.KIND, "kind", "Only this kind.")
                .option(Routes.SESSION, "session", "Only what concerns this session.");
    }

    private Request filter(Session session, Request request) {
        Moments moments = new Moments(clock);
        return request.query(
                        "since",
                        session.value(SINCE)
                                .map(text -> moments.past(SINCE, text))
                                .map(Instant::toString))
                .query(
                        "until",
                        session.value(UNTIL)
                                .map(text -> moments.past(UNTIL, text))
                                .map(Instant::toString))
                .query("peer", session.value(Routes.PEER))
                .query("channel", session.value(Routes.CHANNEL).map(Session::channel))
                .query("work_id", session.value(Routes.WORK))
                .query("direction", session.value("--direction"))
                .query("reason", session.value("--reason"))
                .query("kind", session.value(Routes.KIND))
                .query("session", session.value(Routes.SESSION));
    }

    private static String table(JsonNode rows) {
        Table table =
                Table.of(
                        "AT",
                        "DIRECTION",
                        "KIND",
                        "CHANNEL",
                        "FROM",
                        "TO",
                        "MESSAGE",
                        "WORK",
                        "REASON",
                        "DETAIL");
        for (JsonNode row : rows) {
            table.row(
                    When.field(row, "at"),
                    Plain.field(row, "direction"),
                    Plain.field(row, "kind"),
                    Plain.field(row, "channel"),
                    Plain.field(row, "peer_from"),
                    Plain.field(row, "peer_to"),
                    Plain.field(row, "message_id"),
                    Plain.field(row, "work_id"),
                    Plain.field(row, "reason"),
                    Plain.line(row.path("detail").asString("-"), WIDTH));
        }
        return table.text();
    }
}
