package dev.waybill.cli.bench;

import dev.waybill.cli.client.Api;
import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where it is measured: a workspace that was made for it, or agents in that of the person. What was made is removed
/// afterwards, also after Ctrl-C.
///
/// Making and removing exclude each other: what is being made when somebody stops it is removed once it is there.
final class Ground implements AutoCloseable {
    private final Session session;
    private final URI server;
    private final String name;
    private final boolean made;
    private final List<String> agents = new ArrayList<>();
    private final Thread atExit = new Thread(this::removeAtExit, "bench-remove");
    private boolean ended;

    /// None before there is anything to remove.
    private @Nullable Api owner;

    private Ground(Session session, boolean made) {
        this.session = session;
        this.server = session.access().url();
        this.name = fresh();
        this.made = made;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /// A workspace for this alone.
    static Ground made(Session session) {
        Ground ground = new Ground(session, true);
        try {
            ground.make();
            return ground;
        } catch (CommandFailure e) {
            ground.close();
            throw e.exitCode() == ExitCode.NOT_AUTHORISED ? withWayOut(e) : e;
        }
    }

    /// The workspace of the person.
    static Ground own(Session session) {
        Credential owner = session.access().owner();
        Ground ground = new Ground(session, false);
        ground.enter(owner);
        return ground;
    }

    private synchronized void make() {
        if (ended) {
            throw stopped();
        }
        JsonNode workspace =
                new Api(server, session.access().founder())
                        .ask(Request.post("workspaces").body(Body.of("name", name).document()));
        enter(new Credential(workspace.path("api_key").asString(), "the key of " + name));
        session.note("the workspace is called " + name);
    }

    private synchronized void enter(Credential key) {
        owner = new Api(server, Optional.of(key));
    }

    private static String fresh() {
        return "bench-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    }

    private static CommandFailure withWayOut(CommandFailure refused) {
        List<String> reasons = new ArrayList<>(refused.reasons());
        reasons.add(
                "no workspace may be made here: show the server's admin token (WAYBILL_ACCESS_ADMIN_TOKEN), or measure in your own"
                        + " workspace with --here");
        return new CommandFailure(refused.exitCode(), reasons, refused);
    }

    /// What everything that was made begins with.
    String name() {
        return name;
    }

    URI server() {
        return server;
    }

    /// Registers one; gives what it opens its socket with.
    synchronized Member register(String role) {
        Api with = owner;
        if (ended || with == null) {
            throw stopped();
        }
        String agent = name + "-" + role;
        JsonNode registered =
                with.ask(Request.post("agents").body(Body.of("name", agent).document()));
        agents.add(agent);
        Credential token =
                new Credential(registered.path("token").asString(), "a token of " + name);
        JsonNode node =
                new Api(server, Optional.of(token))
                        .ask(Request.post("agent", "node-token").body(Body.empty().document()));
        return new Member(
                agent, new Credential(node.path("token").asString(), "a token of " + name));
    }

    private static CommandFailure stopped() {
        return new CommandFailure(ExitCode.FAILURE, "the run was stopped");
    }

    /// An agent that takes part.
    record Member(String name, Credential token) {}

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException _) {
            // it is running already, and finds nothing to do
        }
    }

    private void removeAtExit() {
        try {
            remove();
        } catch (CommandFailure e) {
            session.note("workspace " + name + " was not deleted: " + e.getMessage());
        }
    }

    private synchronized void remove() {
        Api with = owner;
        boolean first = !ended;
        ended = true;
        if (!first || with == null) {
            return;
        }
        if (made) {
            with.ask(Request.delete("workspace"));
        } else {
            agents.forEach(agent -> remove(with, agent));
        }
    }

    /// One that cannot be removed is no reason to leave the others.
    private void remove(Api with, String agent) {
        try {
            with.ask(Request.delete("agents", agent));
        } catch (CommandFailure e) {
            session.note("agent " + agent + " was not removed: " + e.getMessage());
        }
    }
}
