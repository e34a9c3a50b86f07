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
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `waybill channel …`: channels, who is in them, and what was said there.
public record ChannelCommands(Terminal terminal) implements CommandGroup {
    private static final String TOPIC = "--topic";
    private static final String ARCHIVED = "--archived";

    @Override
    public String name() {
        return "channel";
    }

    @Override
    public String summary() {
        return "Make channels, say who is in them, and read what was said there.";
    }

    @Override
    public List<Command> parts() {
        return List.of(
                create(), list(), show(), history(), members(), join(), leave(), invite(), topic(),
                mute(), unmute(), archive());
    }

    private Command create() {
        return draft(
                        "create",
                        "Make a channel.",
                        "waybill channel create releases --topic 'What ships when'")
                .word("channel", "Its name: lower-case letters, digits and dashes.")
                .option(TOPIC, "text", "What it is about.")
                .does(ChannelCommands::create);
    }

    private static void create(Session session) {
        Body body = Body.of("name", session.channel()).with("topic", session.value(TOPIC));
        JsonNode made = session.asMember(Request.post("channels").body(body.document()));
        session.show(made, "#" + session.channel() + " was made");
    }

    private Command list() {
        return draft("list", "List the channels.", "waybill channel list")
                .flag(ARCHIVED, "Show archived channels too.")
                .does(ChannelCommands::list);
    }

    private static void list(Session session) {
        Optional<String> archived = session.value(ARCHIVED);
        session.show(
                session.asMember(Request.get("channels").query("include_archived", archived)),
                data -> Table.of(data, "name", "member_count", "is_archived", "topic"));
    }

    private Command show() {
        return onChannel(
                        "show",
                        "Show a channel and its members.",
                        "waybill channel show '#general'")
                .does(
                        session ->
                                session.show(
                                        session.asMember(request(session)), ChannelCommands::text));
    }

    private static String text(JsonNode channel) {
        return Fields.of(
                        channel, "name", "id", "topic", "is_archived", "member_count", "created_at")
                + "\n\n"
                + members(channel.path("members"));
    }

    private static String members(JsonNode list) {
        return Table.of(list, "agent_name", "role", "is_muted", "joined_at");
    }

    private Command history() {
        return onChannel(
                        "history",
                        "Show what was said in a channel, oldest first.",
                        "waybill channel history '#general' --limit 20")
                .option("--limit", "number", "How many messages, at most 100.")
                .option("--before", "id", "Only messages before this one.")
                .option("--after", "id", "Only messages after this one.")
                .does(this::history);
    }

    private void history(Session session) {
        JsonNode messages =
                session.asMember(
                        request(session, "messages")
                                .query("limit", session.value("--limit"))
                                .query("before", session.value("--before"))
                                .query("after", session.value("--after")));
        session.show(messages, new MessageText(terminal)::oldestFirst);
    }

    private Command members() {
        return onChannel(
                        "members",
                        "List who is in a channel.",
                        "waybill channel members '#general'")
                .does(
                        session ->
                                session.show(
                                        session.asMember(request(session, "members")),
                                        ChannelCommands::members));
    }

    private Command invite() {
        return onChannel(
                        "invite",
                        "Bring another agent into a channel.",
                        "waybill channel invite '#releases' bob")
                .word("agent", "Whom.")
                .does(ChannelCommands::invite);
    }

    private static void invite(Session session) {
        Body body = Body.of("agent_name", session.agent());
        JsonNode invited = session.asAgent(change(session, "invite").body(body.document()));
        session.show(invited, session.agent() + " is in #" + session.channel());
    }

    private Command topic() {
        return onChannel(
                        "topic",
                        "Say what a channel is about.",
                        "waybill channel topic '#releases' 'Version 2 on Friday'")
                .word("topic", "What it is about.")
                .does(ChannelCommands::topic);
    }

    private static void topic(Session session) {
        Body body = Body.of("topic", session.given().word("topic"));
        Request request = Request.patch("channels", session.channel(), "topic");
        session.show(
                session.asMember(request.body(body.document())),
                data -> "#" + session.channel() + " is about: " + Plain.field(data, "topic"));
    }

    private Command archive() {
        return onChannel(
                        "archive",
                        "Close a channel for good; what was said stays readable.",
                        "waybill channel archive '#releases'")
                .does(
                        session ->
                                session.show(
                                        session.asMember(
                                                Request.delete("channels", session.channel())),
                                        "#" + session.channel() + " is archived"));
    }

    private Command join() {
        return membership("join", "Join a channel.", "waybill channel join '#releases'", "joined");
    }

    private Command leave() {
        return membership("leave", "Leave a channel.", "waybill channel leave '#releases'", "left");
    }

    private Command mute() {
        return membership(
                "mute",
                "Stay in a channel, but get nothing from it.",
                "waybill channel mute '#releases'",
                "muted");
    }

    private Command unmute() {
        return membership(
                "unmute",
                "Get messages from a muted channel again.",
                "waybill channel unmute '#releases' --as bob",
                "unmuted");
    }

    /// What an agent does about its own membership: a request without a body, named like the command.
    private Command membership(String name, String summary, String example, String done) {
        return onChannel(name, summary, example)
                .does(
                        session ->
                                session.show(
                                        session.asAgent(change(session, name)),
                                        done + " #" + session.channel()));
    }

    private static Request request(Session session) {
        return Request.get("channels", session.channel());
    }

    private static Request request(Session session, String part) {
        return Request.get("channels", session.channel(), part);
    }

    private static Request change(Session session, String part) {
        return Request.post("channels", session.channel(), part);
    }

    private RemoteCommand.Draft onChannel(String name, String summary, String example) {
        return draft(name, summary, example)
                .word("channel", "Its name, with or without '#'; quote the '#'.");
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
