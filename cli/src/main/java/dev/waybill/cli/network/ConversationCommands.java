package dev.waybill.cli.network;

import static dev.waybill.cli.network.Routes.AFTER;
import static dev.waybill.cli.network.Routes.CHANNEL;
import static dev.waybill.cli.network.Routes.LIMIT;
import static dev.waybill.cli.network.Routes.PEER;
import static dev.waybill.cli.network.Routes.WORK;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// What was said: public threads, direct rooms, and the work that peers do for each other.
record ConversationCommands(Terminal terminal) {
    private static final String THREAD = "--thread";
    private static final String DIRECT = "--direct";
    private static final String THREADS = "threads";
    private static final String DIRECTS = "directs";
    private static final String EXAMPLE = "waybill network ";

    List<Command> all() {
        return List.of(
                new Group(THREADS, "Read the public threads of a channel.", this::threads),
                new Group(DIRECTS, "Read and find the direct rooms of a channel.", this::directs),
                new Group("work", "See the work that peers do for each other.", this::work));
    }

    private List<Command> threads() {
        return List.of(
                pages(
                                inChannel(
                                        "list",
                                        "List the threads, the latest first.",
                                        "threads list --channel builders"))
                        .does(
                                session ->
                                        list(
                                                session,
                                                THREADS,
                                                page(session, in(session, THREADS)),
                                                "thread_id",
                                                "title",
                                                "opened_by_peer_id",
                                                "message_count",
                                                "participant_count",
                                                "open_work_count",
                                                "last_activity_at")),
                inThread("show", "Show a thread.", "threads show")
                        .does(
                                session ->
                                        one(
                                                session,
                                                "thread",
                                                in(session, THREADS, thread(session)))),
                narrowed(
                                inThread(
                                        "messages",
                                        "Show what was said in a thread, oldest first.",
                                        "threads messages"))
                        .does(
                                session ->
                                        messages(
                                                session,
                                                in(
                                                        session,
                                                        THREADS,
                                                        thread(session),
                                                        "messages"))));
    }

    private List<Command> directs() {
        return List.of(
                pages(
                                inChannel(
                                        "list",
                                        "List the direct rooms, the latest first.",
                                        "directs list --channel builders"))
                        .option(PEER, "peer", "Only those of this peer.")
                        .does(
                                session ->
                                        list(
                                                session,
                                                DIRECTS,
                                                page(session, in(session, DIRECTS))
                                                        .query("peer_id", session.value(PEER)),
                                                "direct_id",
                                                "peer_a",
                                                "peer_b",
                                                "message_count",
                                                "open_work_count",
                                                "last_activity_at")),
                inChannel(
                                "resolve",
                                "Find the room of a session and another peer.",
                                "directs resolve --channel builders --peer bob.sess-1")
                        .option(PEER, "peer", "The other one.")
                        .option(
                                Routes.SESSION,
                                "session",
                                "Which session; may be left out where there is one only.")
                        .does(ConversationCommands::resolve),
                inRoom("show", "Show a direct room.", "directs show")
                        .does(
                                session ->
                                        one(
                                                session,
                                                "direct",
                                                in(session, DIRECTS, room(session)))),
                narrowed(
                                inRoom(
                                        "messages",
                                        "Show what was said in a direct room, oldest first.",
                                        "directs messages"))
                        .does(
                                session ->
                                        messages(
                                                session,
                                                in(session, DIRECTS, room(session), "messages"))));
    }

    private static void resolve(Session session) {
        String channel = Routes.neededChannel(session);
        Body body =
                Body.of("session_id", OwnSession.id(session, Optional.of(channel)))
                        .with("peer_id", Optional.of(Routes.needed(session, PEER)));
        Request request =
                Routes.post("channels", channel, DIRECTS, "resolve").body(body.document());
        JsonNode room =
                session.given().has(Routes.SESSION)
                        ? session.asReader(request)
                        : session.asMember(request);
        session.show(Routes.named("direct", room), _ -> Plain.field(room, "direct_id"));
    }

    private List<Command> work() {
        return List.of(
                pages(
                                draft(
                                        "list",
                                        "List the work, the latest first.",
                                        "work list --state working"))
                        .option(CHANNEL, "channel", "Only that of this channel.")
                        .option(
                                "--state",
                                "state",
                                "submitted, working, needs_input, completed, failed or canceled.")
                        .does(
                                session ->
                                        list(
                                                session,
                                                "work",
                                                page(session, Routes.get("work"))
                                                        .query("state", session.value("--state"))
                                                        .query(
                                                                "channel",
                                                                session.value(CHANNEL)
                                                                        .map(Session::channel)),
                                                "work_id",
                                                "state",
                                                "channel",
                                                "opened_by_peer_id",
                                                "target_peer_id",
                                                "opened_at",
                                                "last_activity_at")),
                showWork("show", "Show a piece of work and how far it is."),
                showWork("lookup", "The same as show."),
                showWork("status", "The same as show."),
                onWork("messages", "Show what was said about it, oldest first.", "work messages")
                        .option(LIMIT, "number", "How many at most.")
                        .option(AFTER, "record", "Only what was recorded after this number.")
                        .does(
                                session ->
                                        messages(
                                                session,
                                                Routes.get(
                                                        "work",
                                                        Routes.needed(session, WORK),
                                                        "messages"))));
    }

    private Command showWork(String name, String summary) {
        return onWork(name, summary, "work " + name)
                .does(
                        session ->
                                one(
                                        session,
                                        "work",
                                        Routes.get("work", Routes.needed(session, WORK))));
    }

    private static void list(Session session, String name, Request request, String... fields) {
        JsonNode found = session.pageAsReader(request, AFTER);
        session.show(Routes.named(name, found), _ -> Table.of(found, fields));
    }

    private static void one(Session session, String name, Request request) {
        JsonNode found = session.asReader(request);
        Function<JsonNode, String> text =
                _ -> Fields.of(found, found.propertyNames().toArray(String[]::new));
        session.show(Routes.named(name, found), text);
    }

    private void messages(Session session, Request request) {
        if (session.given().has(Routes.BEFORE) && session.given().has(AFTER)) {
            throw Session.misused("--before and --after do not go together");
        }
        JsonNode found =
                session.pageAsReader(
                        page(session, request)
                                .query("before", session.value(Routes.BEFORE))
                                .query("kind", session.value(Routes.KIND))
                                .query(
                                        "work_id",
                                        request.path().contains("/work/")
                                                ? Optional.empty()
                                                : session.value(WORK)),
                        session.given().has(Routes.BEFORE) ? Routes.BEFORE : AFTER);
        session.show(Routes.named("messages", found), _ -> new TimelineText(terminal).lines(found));
    }

    private static Request page(Session session, Request request) {
        return request.query("limit", session.value(LIMIT)).query("after", session.value(AFTER));
    }

    private static Request in(Session session, String... path) {
        String[] whole = new String[path.length + 2];
        whole[0] = "channels";
        whole[1] = Routes.neededChannel(session);
        System.arraycopy(path, 0, whole, 2, path.length);
        return Routes.get(whole);
    }

    private static String thread(Session session) {
        return Routes.needed(session, THREAD);
    }

    private static String room(Session session) {
        return Routes.needed(session, DIRECT);
    }

    private RemoteCommand.Draft inThread(String name, String summary, String example) {
        return inChannel(name, summary, example + " --channel builders --thread thread_release")
                .option(THREAD, "thread", "Which thread.");
    }

    private RemoteCommand.Draft inRoom(String name, String summary, String example) {
        return inChannel(
                        name,
                        summary,
                        example + " --channel ops --direct direct_0123456789abcdef0123456789abcdef")
                .option(DIRECT, "direct", "Which room.");
    }

    private RemoteCommand.Draft onWork(String name, String summary, String example) {
        return draft(name, summary, example + " --work work_7").option(WORK, "work", "Which work.");
    }

    private RemoteCommand.Draft inChannel(String name, String summary, String example) {
        return draft(name, summary, example).option(CHANNEL, "channel", "Which channel.");
    }

    private static RemoteCommand.Draft pages(RemoteCommand.Draft draft) {
        return draft.option(LIMIT, "number", "How many at most.")
                .option(
                        AFTER,
                        "id",
                        "Only what comes after this: where the page before said to go on, or an id.");
    }

    private static RemoteCommand.Draft narrowed(RemoteCommand.Draft draft) {
        return draft.option(LIMIT, "number", "How many at most.")
                .option(AFTER, "record", "Only what was recorded after this number.")
                .option(Routes.BEFORE, "record", "Only what was recorded before this number.")
                .option(Routes.KIND, "kind", "Only this kind.")
                .option(WORK, "work", "Only what belongs to this work.");
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, EXAMPLE + example);
    }
}
