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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/// Where it is measured: a workspace that was made for it, or agents in that of the person. What was made is removed
/// afterwards, also after Ctrl-C.
final class Ground implements AutoCloseable {
    private final Session session;
    private final URI server;
    private final Api owner;
    private final String name;
    private final boolean made;
    private final List<String> agents = new CopyOnWriteArrayList<>();
    private final AtomicBoolean removed = new AtomicBoolean();
    private final Thread atExit = new Thread(this::remove, "bench-remove");

    private Ground(Session session, Credential owner, String name, boolean made) {
        this.session = session;
        this.server = session.access().url();
        this.owner = new Api(server, Optional.of(owner));
        this.name = name;
        this.made = made;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /// A workspace for this alone.
    static Ground made(Session session) {
        String name = fresh();
        try {
            JsonNode workspace =
                    new Api(session.access().url(), session.access().founder())
                            .ask(Request.post("workspaces").body(Body.of("name", name).document()));
            Credential key =
                    new Credential(workspace.path("api_key").asString(), "the key of " + name);
            return new Ground(session, key, name, true);
        } catch (CommandFailure e) {
            throw e.exitCode() == ExitCode.NOT_AUTHORISED ? withWayOut(e) : e;
        }
    }

    /// The workspace of the person.
    static Ground own(Session session) {
        return new Ground(session, session.access().owner(), fresh(), false);
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
    Member register(String role) {
        String agent = name + "-" + role;
        JsonNode registered =
                owner.ask(Request.post("agents").body(Body.of("name", agent).document()));
        agents.add(agent);
        Credential token =
                new Credential(registered.path("token").asString(), "a token of " + name);
        JsonNode node =
                new Api(server, Optional.of(token))
                        .ask(Request.post("agent", "node-token").body(Body.empty().document()));
        return new Member(
                agent, new Credential(node.path("token").asString(), "a token of " + name));
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

    private void remove() {
        if (!removed.compareAndSet(false, true)) {
            return;
        }
        if (made) {
            owner.ask(Request.delete("workspace"));
        } else {
            agents.forEach(this::remove);
        }
    }

    /// One that cannot be removed is no reason to leave the others.
    private void remove(String agent) {
        try {
            owner.ask(Request.delete("agents", agent));
        } catch (CommandFailure e) {
            session.note("agent " + agent + " was not removed: " + e.getMessage());
        }
    }
}
