package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.profile.Profile;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `waybill agent …`: who is in the workspace, and whom this person acts as.
public record AgentCommands(Terminal terminal) implements CommandGroup {
    @Override
    public String name() {
        return "agent";
    }

    @Override
    public String summary() {
        return "Register agents, see who is there, and choose whom to act as.";
    }

    @Override
    public List<Command> parts() {
        return List.of(register(), list(), show(), presence(), use(), rotate(), remove());
    }

    private Command register() {
        return onAgent(
                        "register",
                        "Register an agent; its token is shown once and kept in the profile.",
                        "waybill agent register alice --persona 'Reviews pull requests'")
                .option("--type", "type", "agent, human or system; agent if left out.")
                .option("--persona", "text", "Who it is, for the others to read.")
                .does(AgentCommands::register);
    }

    private static void register(Session session) {
        Body body =
                Body.of("name", session.agent())
                        .with("type", session.value("--type"))
                        .with("persona", session.value("--persona"));
        JsonNode registered = session.asOwner(Request.post("agents").body(body.document()));
        keepToken(session, registered, "Agent %s is registered");
    }

    private Command rotate() {
        return onAgent(
                        "rotate",
                        "Give an agent a new token, which is shown once and kept in the profile.",
                        "waybill agent rotate alice")
                .does(AgentCommands::rotate);
    }

    private static void rotate(Session session) {
        JsonNode rotated =
                session.asReader(
                        Request.post("agents", session.agent(), "rotate-token")
                                .body(Body.empty().document()));
        keepToken(session, rotated, "Agent %s has a new token");
    }

    private static void keepToken(Session session, JsonNode data, String done) {
        String name = session.agent();
        String token = data.path("token").asString("");
        boolean kept = session.access().keep(profile -> profile.withAgent(name, token));
        String where =
                kept
                        ? "it is kept in profile " + session.access().profileName()
                        : "it is kept nowhere, since profile "
                                + session.access().profileName()
                                + " is for another server or workspace, so show it with --token";
        session.show(
                data,
                (done + ". This is its token; %s:\n\n  %s")
                        .formatted(name, where, Plain.line(token)));
    }

    private Command list() {
        return draft("list", "List the agents of the workspace.", "waybill agent list")
                .option("--status", "status", "Only those that are online, offline or away.")
                .does(AgentCommands::list);
    }

    private static void list(Session session) {
        JsonNode agents =
                session.asOwner(Request.get("agents").query("status", session.value("--status")));
        session.show(
                agents, data -> Table.of(data, "name", "type", "status", "last_seen", "persona"));
    }

    private Command show() {
        return onAgent(
                        "show",
                        "Show an agent, its channels and what waits for it.",
                        "waybill agent show alice")
                .does(
                        session ->
                                session.show(
                                        session.asOwner(Request.get("agents", session.agent())),
                                        AgentCommands::text));
    }

    private static String text(JsonNode agent) {
        return Fields.of(
                        agent, "name", "id", "type", "status", "persona", "created_at", "last_seen")
                + "\n\nchannels\n"
                + Table.of(agent.path("channels"), "name", "role", "joined_at")
                + "\n\npending deliveries\n"
                + Table.of(
                        agent.path("pending_deliveries"), "id", "status", "reason", "created_at");
    }

    private Command presence() {
        return draft("presence", "Show who is online.", "waybill agent presence")
                .does(
                        session ->
                                session.show(
                                        session.asReader(Request.get("agents", "presence")),
                                        data -> Table.of(data, "agent_name", "status")));
    }

    private Command use() {
        return onAgent(
                        "use",
                        "Act as this agent from now on; with --token, keep that token for it.",
                        "waybill agent use alice")
                .does(AgentCommands::use);
    }

    private static void use(Session session) {
        String name = session.agent();
        boolean kept = session.access().keep(profile -> acting(session, profile, name));
        if (!kept) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "profile "
                            + session.access().profileName()
                            + " is for another server or workspace; name another with --profile");
        }
        session.show(
                Body.of("agent", name)
                        .with("profile", Optional.of(session.access().profileName()))
                        .document(),
                "acting as %s in profile %s".formatted(name, session.access().profileName()));
    }

    private static Profile acting(Session session, Profile profile, String name) {
        Profile known =
                session.value(Access.TOKEN)
                        .map(token -> profile.withAgent(name, token))
                        .orElse(profile);
        if (!known.agents().containsKey(name)) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "no token of agent "
                            + name
                            + " is kept; give it with --token, or get a new one with 'waybill agent rotate "
                            + name
                            + "'");
        }
        return known.actingAs(name);
    }

    private Command remove() {
        return onAgent(
                        "remove",
                        "Remove an agent; what it said stays.",
                        "waybill agent remove alice")
                .does(AgentCommands::remove);
    }

    private static void remove(Session session) {
        String name = session.agent();
        JsonNode removed = session.asOwner(Request.delete("agents", name));
        if (session.access().profile().filter(it -> it.agents().containsKey(name)).isPresent()) {
            session.access().keep(profile -> profile.withoutAgent(name));
        }
        session.show(removed, "agent " + name + " is removed");
    }

    private RemoteCommand.Draft onAgent(String name, String summary, String example) {
        return draft(name, summary, example).word("agent", "Its name, with or without '@'.");
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
