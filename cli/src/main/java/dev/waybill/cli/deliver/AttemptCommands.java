package dev.waybill.cli.deliver;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What became of what was asked for, and what people decide about it.
record AttemptCommands(Terminal terminal) {
    List<Command> all() {
        return List.of(list(), show(), retry(), cancel(), approve(), refuse());
    }

    private Command list() {
        return draft(
                        "list",
                        "List what was asked of providers, the newest first.",
                        "waybill deliver list --status failed --provider github")
                .option(
                        "--status",
                        "status",
                        "Only those queued, in_flight, sent, failed, unknown or cancelled.")
                .option(
                        "--approval",
                        "state",
                        "Only those whose approval is pending, approved or refused.")
                .option("--provider", "name", "Only those at this provider.")
                .option("--agent", "agent", "Only those for this agent.")
                .option("--item", "item", "Only those that answer this item.")
                .option("--operation", "name", "Only those of this operation.")
                .option("--since", "time", "Only those since then, such as 2026-01-31T12:00:00Z.")
                .option("--limit", "number", "How many, 1 to 200; 50 if left out.")
                .option("--cursor", "cursor", "Where the page before ended.")
                .does(AttemptCommands::list);
    }

    private static void list(Session session) {
        Request request =
                Request.get("deliveries", "attempts")
                        .query("status", session.value("--status"))
                        .query("approval", session.value("--approval"))
                        .query("provider", session.value("--provider"))
                        .query("agentId", session.value("--agent"))
                        .query("itemId", session.value("--item"))
                        .query("operation", session.value("--operation"))
                        .query("since", session.value("--since"))
                        .query("limit", session.value("--limit"))
                        .query("cursor", session.value("--cursor"));
        JsonNode answer = Answers.body(session.bareAsReader(request));
        session.show(answer, Answers::list);
        answer.path("nextCursor")
                .stringValueOpt()
                .ifPresent(
                        next ->
                                session.note(
                                        "there is more; go on with --cursor " + Plain.line(next)));
    }

    private Command show() {
        return draft(
                        "show",
                        "Show one with everything that happened to it.",
                        "waybill deliver show dlv_7kq2m9xw3hbr")
                .word("delivery", "Which one.")
                .does(
                        session ->
                                session.show(
                                        Answers.body(
                                                session.bareAsReader(
                                                        Request.get("deliveries", id(session)))),
                                        Answers::detail));
    }

    private Command retry() {
        return draft(
                        "retry",
                        "Try one again that failed, or of which nobody knows what became.",
                        "waybill deliver retry dlv_7kq2m9xw3hbr")
                .word("delivery", "Which one.")
                .flag("--force", "Even if that may do it twice.")
                .option(CallCommands.WAIT, "duration", "How long to wait; 15s if left out.")
                .does(
                        session ->
                                decide(
                                        session,
                                        "retry",
                                        Body.empty()
                                                .with("force", session.given().has("--force"))));
    }

    private Command cancel() {
        return draft(
                        "cancel",
                        "Withdraw one that is queued.",
                        "waybill deliver cancel dlv_7kq2m9xw3hbr")
                .word("delivery", "Which one.")
                .does(
                        session ->
                                session.show(
                                        Answers.body(
                                                session.bareAsReader(
                                                        Request.post(
                                                                "deliveries",
                                                                id(session),
                                                                "cancel"))),
                                        Answers::outcome));
    }

    private Command approve() {
        return draft(
                        "approve",
                        "Agree to one that waits for approval.",
                        "waybill deliver approve dlv_7kq2m9xw3hbr")
                .word("delivery", "Which one.")
                .option(CallCommands.WAIT, "duration", "How long to wait; not at all if left out.")
                .does(session -> decide(session, "approve", Body.empty()));
    }

    private Command refuse() {
        return draft(
                        "refuse",
                        "Refuse one that waits for approval.",
                        "waybill deliver refuse dlv_7kq2m9xw3hbr --reason 'Not on a Friday'")
                .word("delivery", "Which one.")
                .option("--reason", "text", "Why.")
                .does(
                        session ->
                                decide(
                                        session,
                                        "refuse",
                                        Body.empty().with("reason", session.value("--reason"))));
    }

    private static void decide(Session session, String how, Body body) {
        Duration wait = CallCommands.wait(session);
        if (session.given().has(CallCommands.WAIT)) {
            body.json().put("waitMs", wait.toMillis());
        }
        Request request =
                Request.post("deliveries", id(session), how).body(body.document()).within(wait);
        session.show(Answers.body(session.bareAsReader(request)), Answers::outcome);
    }

    private static String id(Session session) {
        return session.given().word("delivery");
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
