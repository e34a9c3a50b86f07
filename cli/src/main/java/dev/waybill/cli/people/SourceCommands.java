package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.Document;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `waybill source …`: where events come from, and who gets them.
public record SourceCommands(Terminal terminal) implements CommandGroup {
    private static final String SOURCES = "sources";
    private static final String SUBSCRIPTIONS = "event-subscriptions";
    private static final String CONFIG = "--config";
    private static final String ITS_ID = "Its id.";
    private static final String FILTER = "--filter";
    private static final String METADATA = "--metadata";

    @Override
    public String name() {
        return "source";
    }

    @Override
    public String summary() {
        return "Say where events come from, and which agents get them.";
    }

    @Override
    public List<Command> parts() {
        return List.of(
                add(),
                list(),
                show(),
                poll(),
                pause(),
                resume(),
                remove(),
                post(),
                subscribe(),
                unsubscribe(),
                subscriptions());
    }

    private Command add() {
        return draft(
                        "add",
                        "Make a source, or find the one that is there.",
                        "waybill source add github_repo acme/shop --credential work")
                .word(
                        "type",
                        "local_event, github_repo, github_repo_ci, feishu_bot, webhook or email.")
                .word("key", "What it is there, such as owner/repo.")
                .option("--credential", "name", "The credential it is read with.")
                .option(
                        CONFIG,
                        "json",
                        "How it is read, as JSON; also @file, or - for standard input.")
                .does(this::add);
    }

    private void add(Session session) {
        Body body =
                Body.of("sourceType", session.given().word("type"))
                        .with("sourceKey", word(session, "key"))
                        .with("configRef", session.value("--credential"));
        object(session, body, "config", CONFIG);
        JsonNode source = session.plainAsReader(Request.post(SOURCES).body(body.document()));
        session.show(
                source,
                data ->
                        "source "
                                + Plain.field(data, "sourceId")
                                + " is "
                                + Plain.field(data, "status"));
        door(session.given().word("type"))
                .filter(_ -> !session.given().json() && !polled(source))
                .ifPresent(door -> session.note(address(session, door, source)));
    }

    private static String address(Session session, String door, JsonNode source) {
        return "signed events are posted to %s/ingress/%s/%s; docs/ingress.md says how"
                .formatted(session.access().url(), door, Plain.field(source, "sourceId"));
    }

    /// The server goes and looks by itself.
    private static boolean polled(JsonNode source) {
        return source.path("config").path("poll").asBoolean(false);
    }

    /// Where those knock that tell such a source of events, unless the server goes and looks.
    private static Optional<String> door(String type) {
        return switch (type) {
            case "github_repo", "github_repo_ci" -> Optional.of("github");
            case "feishu_bot" -> Optional.of("feishu");
            case "webhook" -> Optional.of("webhook");
            default -> Optional.empty();
        };
    }

    private Command poll() {
        return draft(
                        "poll",
                        "Look at once what is new at a source that the server reads.",
                        "waybill source poll src_7kq2m9xw3hbr")
                .word("source", ITS_ID)
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(at(session, "poll")),
                                        data ->
                                                Plain.field(data, "eventsRead")
                                                        + " read, "
                                                        + Plain.field(data, "appended")
                                                        + " of them new; "
                                                        + Plain.field(data, "note")));
    }

    private Command pause() {
        return draft(
                        "pause",
                        "Have a source take no events for now.",
                        "waybill source pause src_7kq2m9xw3hbr")
                .word("source", ITS_ID)
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(at(session, "pause")),
                                        "source " + session.given().word("source") + " is paused"));
    }

    private Command resume() {
        return draft(
                        "resume",
                        "Have a source take events again.",
                        "waybill source resume src_7kq2m9xw3hbr")
                .word("source", ITS_ID)
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(at(session, "resume")),
                                        "source "
                                                + session.given().word("source")
                                                + " takes events again"));
    }

    private static Request at(Session session, String what) {
        return Request.post(SOURCES, session.given().word("source"), what);
    }

    private Command list() {
        return draft("list", "List the sources of the workspace.", "waybill source list")
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(Request.get(SOURCES)),
                                        data ->
                                                Table.of(
                                                        data.path("sources"),
                                                        "sourceId",
                                                        "sourceType",
                                                        "sourceKey",
                                                        "status",
                                                        "configRef",
                                                        "lastOffset",
                                                        "lastError")));
    }

    private Command show() {
        return draft("show", "Show a source.", "waybill source show src_7kq2m9xw3hbr")
                .word("source", "Its id, as 'waybill source list' shows it.")
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(
                                                Request.get(
                                                        SOURCES, session.given().word("source"))),
                                        data ->
                                                Fields.of(
                                                        data,
                                                        "sourceId",
                                                        "sourceType",
                                                        "sourceKey",
                                                        "status",
                                                        "configRef",
                                                        "lastOffset",
                                                        "lastError",
                                                        "createdAt")));
    }

    private Command remove() {
        return draft(
                        "remove",
                        "Forget a source and its events.",
                        "waybill source remove src_7kq2m9xw3hbr --with-subscriptions")
                .word("source", ITS_ID)
                .flag("--with-subscriptions", "End the subscriptions to it, too.")
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(
                                                Request.delete(
                                                                SOURCES,
                                                                session.given().word("source"))
                                                        .query(
                                                                "with_subscriptions",
                                                                session.value(
                                                                        "--with-subscriptions"))),
                                        "source "
                                                + session.given().word("source")
                                                + " is forgotten"));
    }

    private Command post() {
        return draft(
                        "post",
                        "Tell a source of type local_event of something that happened.",
                        "waybill source post src_7kq2m9xw3hbr run-17 build.failed --metadata '{\"branch\":\"main\"}'")
                .word("source", ITS_ID)
                .word("id", "What names the event; the same one is taken once.")
                .word("variant", "What kind of event it is.")
                .option(METADATA, "json", "What filters and people look at; also @file, or -.")
                .does(this::post);
    }

    private void post(Session session) {
        Body body =
                Body.of("sourceNativeId", session.given().word("id"))
                        .with("eventVariant", word(session, "variant"));
        object(session, body, "metadata", METADATA);
        session.show(
                session.plainAsReader(
                        Request.post(SOURCES, session.given().word("source"), "events")
                                .body(body.document())),
                data ->
                        data.path("deduped").asInt() > 0
                                ? "this was known already"
                                : "kept as number " + Plain.field(data, "lastOffset"));
    }

    private Command subscribe() {
        return draft(
                        "subscribe",
                        "Have an agent get the events of a source that match.",
                        "waybill source subscribe src_7kq2m9xw3hbr bob --filter '{\"metadata\":{\"number\":7}}'")
                .word("source", ITS_ID)
                .word("agent", "Who gets them.")
                .option(
                        FILTER,
                        "json",
                        "Which events: metadata, payload and expr; also @file, or -.")
                .option("--from", "policy", "latest or earliest.")
                .option("--mode", "mode", "The delivery mode of what matches, such as on-idle.")
                .does(this::subscribe);
    }

    private void subscribe(Session session) {
        Body body =
                Body.of("agentId", session.agent())
                        .with("sourceId", word(session, "source"))
                        .with("startPolicy", session.value("--from"))
                        .with("deliveryMode", session.value("--mode"));
        object(session, body, "filter", FILTER);
        session.show(
                session.plainAsReader(Request.post(SUBSCRIPTIONS).body(body.document())),
                data ->
                        "subscription "
                                + Plain.field(
                                        data.path("subscriptions").path(0), "subscriptionId"));
    }

    private Command unsubscribe() {
        return draft(
                        "unsubscribe",
                        "End a subscription.",
                        "waybill source unsubscribe sub_7kq2m9xw3hbr")
                .word("subscription", "Its id, as 'waybill source subscriptions' shows it.")
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(
                                                Request.delete(
                                                        SUBSCRIPTIONS,
                                                        session.given().word("subscription"))),
                                        "subscription "
                                                + session.given().word("subscription")
                                                + " has ended"));
    }

    private Command subscriptions() {
        return draft(
                        "subscriptions",
                        "List who gets which events.",
                        "waybill source subscriptions --agent bob")
                .option("--agent", "agent", "Only those of this agent.")
                .does(
                        session ->
                                session.show(
                                        session.plainAsReader(
                                                Request.get(SUBSCRIPTIONS)
                                                        .query(
                                                                "agent_id",
                                                                session.value("--agent"))),
                                        data ->
                                                Table.of(
                                                        data.path("subscriptions"),
                                                        "subscriptionId",
                                                        "agentId",
                                                        "sourceId",
                                                        "trackedResourceRef",
                                                        "lastError")));
    }

    private void object(Session session, Body body, String field, String option) {
        session.value(option)
                .map(text -> new Document(terminal).object(option, text))
                .ifPresent((JsonNode object) -> body.json().set(field, object));
    }

    private static Optional<String> word(Session session, String label) {
        return Optional.of(session.given().word(label));
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
