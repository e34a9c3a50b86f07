package dev.waybill.cli.network;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.remote.Span;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import dev.waybill.protocol.json.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// `waybill network inbox`: what waits for a session, in the order in which it will see it.
final class InboxCommand {
    private static final String WAIT = "--wait";
    private static final String PROMPT = "--prompt";
    private static final int WIDTH = 80;

    private InboxCommand() {}

    static Command of(Terminal terminal) {
        return RemoteCommand.draft(
                        terminal,
                        "inbox",
                        "Show what waits for a session, in the order in which it will see it.",
                        "waybill network inbox --channel builders --as alice")
                .option(
                        Routes.SESSION,
                        "session",
                        "Which one; may be left out where there is one session only.")
                .option(Routes.CHANNEL, "channel", "The channel of the session.")
                .option(Routes.LIMIT, "number", "How many at most.")
                .option(
                        Routes.AFTER,
                        "place",
                        "Only what comes after this: where the page before said to go on.")
                .option(WAIT, "duration", "Wait so long for something to come, such as 30s.")
                .flag(PROMPT, "Show the words that the session will be given, too.")
                .does(InboxCommand::show);
    }

    private static void show(Session session) {
        String id = OwnSession.id(session, session.value(Routes.CHANNEL).map(Session::channel));
        Request request =
                Routes.get("inbox")
                        .query("session_id", Optional.of(id))
                        .query("limit", session.value(Routes.LIMIT))
                        .query("after", session.value(Routes.AFTER));
        Request asked =
                session.value(WAIT)
                        .map(text -> request.waiting(Span.parse(WAIT, text)))
                        .orElse(request);
        JsonNode entries =
                session.given().has(Routes.SESSION)
                        ? session.pageAsReader(asked, Routes.AFTER)
                        : session.pageAsMember(asked, Routes.AFTER);
        boolean prompts = session.given().has(PROMPT);
        session.show(
                prompts ? entries : envelopes(entries),
                _ -> prompts ? prompts(entries) : table(entries));
    }

    private static ArrayNode envelopes(JsonNode entries) {
        ArrayNode envelopes = Json.emptyObject().arrayNode();
        entries.forEach(entry -> envelopes.add(entry.path("envelope")));
        return envelopes;
    }

    private static String table(JsonNode entries) {
        Table table =
                Table.of(
                        "ID", "KIND", "FROM", "WHERE", "WORK", "STATE", "TRUST", "FLAGS", "SINCE",
                        "TEXT");
        for (JsonNode entry : entries) {
            JsonNode envelope = entry.path("envelope");
            table.row(
                    Plain.field(envelope, "id"),
                    Plain.field(envelope, "kind"),
                    Plain.field(envelope, "from"),
                    TimelineText.place(envelope),
                    Plain.field(envelope, "work_id"),
                    Plain.field(entry, "state"),
                    Plain.field(entry, "trust"),
                    TimelineText.flags(entry),
                    When.field(entry, "queued_at"),
                    Plain.line(words(envelope.path("body")), WIDTH));
        }
        return table.text();
    }

    private static String words(JsonNode body) {
        for (String field : new String[] {"text", "message", "detail", "summary", "query"}) {
            if (body.path(field).isString()) {
                return body.path(field).asString();
            }
        }
        return body.toString();
    }

    /// Nothing in them needs more than one line, so lines may stay.
    private static String prompts(JsonNode entries) {
        StringBuilder text = new StringBuilder();
        for (JsonNode entry : entries) {
            text.append(text.isEmpty() ? "" : "\n\n")
                    .append(Plain.block(entry.path("prompt").asString("")));
        }
        return text.isEmpty() ? "none" : text.toString();
    }
}
