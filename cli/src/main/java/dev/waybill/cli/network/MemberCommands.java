package dev.waybill.cli.network;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import dev.waybill.protocol.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Who of ours is a peer, where, and since when.
record MemberCommands(Terminal terminal) {
    private static final String AGENT = "--agent";
    private static final String CAPABILITY = "--capability";

    List<Command> all() {
        return List.of(join(), leave(), sessions());
    }

    private Command join() {
        return draft(
                        "join",
                        "Have an agent become a peer in a channel of the network.",
                        "waybill network join builders --as alice --summary 'Reviews migrations'")
                .words("channel", "Which one; the usual one if left out.")
                .option(AGENT, "agent", "Which agent, for who holds the workspace key.")
                .option("--peer-id", "peer", "What the peer is called; made up if left out.")
                .option("--display-name", "name", "What others see.")
                .option("--summary", "text", "What the agent does.")
                .options(
                        CAPABILITY,
                        "id=summary",
                        "Something it can do; may be given several times.")
                .does(MemberCommands::join);
    }

    private static void join(Session session) {
        Body body =
                Body.empty()
                        .with("channel", channel(session))
                        .with("agent", session.value(AGENT).map(MemberCommands::agentName))
                        .with("peer_id", session.value("--peer-id"))
                        .with("display_name", session.value("--display-name"))
                        .with("summary", session.value("--summary"));
        ArrayNode capabilities = capabilities(session.given().values(CAPABILITY));
        if (!capabilities.isEmpty()) {
            body.json().set("capabilities", capabilities);
        }
        Request request = Routes.post("sessions").body(body.document());
        JsonNode joined =
                session.given().has(AGENT) ? session.asReader(request) : session.asMember(request);
        session.show(
                joined,
                data ->
                        "%s is in channel %s as peer %s, session %s"
                                .formatted(
                                        Plain.field(data, "agent_name"),
                                        Plain.field(data, "channel"),
                                        Plain.field(data, "peer_id"),
                                        Plain.field(data, "session_id")));
    }

    private static ArrayNode capabilities(List<String> words) {
        ArrayNode capabilities = Json.emptyObject().arrayNode();
        for (String word : words) {
            int mark = word.indexOf('=');
            ObjectNode entry = capabilities.addObject();
            entry.put("id", mark < 0 ? word : word.substring(0, mark));
            if (mark >= 0) {
                entry.put("summary", word.substring(mark + 1));
            }
        }
        return capabilities;
    }

    private Command leave() {
        return draft(
                        "leave",
                        "End a session; what waits for it is dropped.",
                        "waybill network leave builders --as alice")
                .words("channel", "The channel to leave, where --session is not given.")
                .option(Routes.SESSION, "session", "Which session.")
                .does(MemberCommands::leave);
    }

    private static void leave(Session session) {
        String id = OwnSession.id(session, channel(session));
        Request request = Routes.delete("sessions", id);
        JsonNode left =
                session.given().has(Routes.SESSION)
                        ? session.asReader(request)
                        : session.asMember(request);
        session.show(left, "session " + Plain.line(id) + " has ended");
    }

    private Command sessions() {
        return draft(
                        "sessions",
                        "List the sessions: which agent is which peer in which channel.",
                        "waybill network sessions")
                .does(
                        session ->
                                session.show(
                                        session.asReader(Routes.get("sessions")),
                                        MemberCommands::table));
    }

    static String table(JsonNode sessions) {
        Table table = Table.of("SESSION", "AGENT", "CHANNEL", "PEER", "QUEUED", "SINCE");
        for (JsonNode each : sessions) {
            table.row(
                    Plain.field(each, "session_id"),
                    Plain.field(each, "agent_name"),
                    Plain.field(each, "channel"),
                    Plain.field(each, "peer_id"),
                    Plain.field(each, "queued"),
                    When.field(each, "joined_at"));
        }
        return table.text();
    }

    private static Optional<String> channel(Session session) {
        List<String> words = session.given().words("channel");
        if (words.size() > 1) {
            throw Session.misused("name one channel, or none");
        }
        return words.stream().findFirst().map(Session::channel);
    }

    private static String agentName(String word) {
        return word.startsWith("@") ? word.substring(1) : word;
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
