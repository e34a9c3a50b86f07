package dev.waybill.cli.people;

import dev.waybill.cli.client.Api;
import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.profile.Profile;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.tail.EventText;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.protocol.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `waybill workspace …`: workspaces on servers, and the profiles that keep their keys.
public record WorkspaceCommands(Terminal terminal) implements CommandGroup {
    static final String SHOW_SECRETS = "--show-secrets";

    @Override
    public String name() {
        return "workspace";
    }

    @Override
    public String summary() {
        return "Make workspaces, and keep their keys in profiles.";
    }

    @Override
    public List<Command> parts() {
        ProfileCommands profiles = new ProfileCommands(terminal);
        return List.of(
                create(),
                profiles.add(),
                profiles.list(),
                profiles.use(),
                profiles.forget(),
                show(),
                rename(),
                events());
    }

    private Command create() {
        return RemoteCommand.draft(
                        terminal,
                        "create",
                        "Make a workspace; its key is shown once and kept in a profile, which is used from then on.",
                        "waybill workspace create acme --url https://relay.example")
                .word("name", "What to call it, and its profile unless --profile says otherwise.")
                .does(WorkspaceCommands::create);
    }

    private static void create(Session session) {
        String name = session.given().word("name");
        String profile = session.value(Access.PROFILE).orElse(name);
        ProfileCommands.refuseTaken(session, profile);
        JsonNode made =
                new Api(session.access().url(), session.access().founder())
                        .ask(Request.post("workspaces").body(Body.of("name", name).document()));
        String key = made.path("api_key").asString("");
        session.access()
                .profiles()
                .change(
                        book ->
                                book.with(
                                                profile,
                                                Profile.at(session.access().url())
                                                        .withWorkspace(name, key))
                                        .using(profile));
        session.show(
                made,
                "Workspace %s was made. This is its key; it is kept in profile %s, now in use:\n\n  %s"
                        .formatted(name, profile, Plain.line(key)));
    }

    private Command show() {
        return RemoteCommand.draft(
                        terminal, "show", "Show the workspace in use.", "waybill workspace show")
                .flag(SHOW_SECRETS, "Show its key too.")
                .does(WorkspaceCommands::show);
    }

    private static void show(Session session) {
        JsonNode workspace = session.asOwner(Request.get("workspace"));
        if (session.given().has(SHOW_SECRETS) && workspace instanceof ObjectNode shown) {
            shown.put("workspace_key", session.access().owner().secret());
        }
        session.show(workspace, data -> text(session, data));
    }

    private static String text(Session session, JsonNode workspace) {
        ObjectNode shown = Json.emptyObject();
        workspace.properties().forEach(each -> shown.set(each.getKey(), each.getValue()));
        shown.put("server", session.access().url().toString());
        return Fields.of(shown, "name", "id", "plan", "created_at", "server", "workspace_key");
    }

    private Command rename() {
        return RemoteCommand.draft(
                        terminal,
                        "rename",
                        "Give the workspace in use another name; its profile keeps its own.",
                        "waybill workspace rename 'Acme Europe'")
                .word("name", "The new name.")
                .does(WorkspaceCommands::rename);
    }

    private static void rename(Session session) {
        String name = session.given().word("name");
        JsonNode renamed =
                session.asOwner(Request.patch("workspace").body(Body.of("name", name).document()));
        if (session.access().profile().isPresent()) {
            session.access().keep(profile -> profile.withWorkspace(name, profile.workspaceKey()));
        }
        session.show(renamed, "the workspace is called " + name);
    }

    private Command events() {
        return RemoteCommand.draft(
                        terminal,
                        "events",
                        "Show what happened in the workspace, oldest first.",
                        "waybill workspace events --since 120 --limit 50")
                .option(
                        "--since",
                        "seq",
                        "Only what came after this number; from the start if left out.")
                .option("--limit", "number", "How many, at most 500.")
                .does(this::events);
    }

    private void events(Session session) {
        JsonNode page =
                session.asOwner(
                        Request.get("workspace", "events")
                                .query("since", session.value("--since"))
                                .query("limit", session.value("--limit")));
        session.show(page, data -> new EventText(terminal).page(data));
    }
}
