package dev.waybill.cli.people;

import dev.waybill.cli.client.Api;
import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.profile.Profile;
import dev.waybill.cli.profile.ProfileBook;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.remote.StandardInput;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The parts of `waybill workspace` that look after profiles.
record ProfileCommands(Terminal terminal) {

    Command add() {
        return RemoteCommand.draft(
                        terminal,
                        "add",
                        "Keep the key of a workspace that exists in a new profile, and use it from then on.",
                        "waybill workspace add acme --url https://relay.example --key - < key.txt")
                .word("profile", "What to call the profile.")
                .does(ProfileCommands::add);
    }

    private static void add(Session session) {
        String name = session.given().word("profile");
        refuseTaken(session, name);
        URI url = session.access().url();
        Credential key = givenKey(session);
        JsonNode workspace = new Api(url, Optional.of(key)).ask(Request.get("workspace"));
        Profile profile =
                Profile.at(url).withWorkspace(Plain.field(workspace, "name"), key.secret());
        session.access().profiles().change(book -> book.with(name, profile).using(name));
        session.show(
                workspace,
                "Workspace %s is kept in profile %s, now in use"
                        .formatted(profile.workspace(), name));
    }

    /// A dash stands for the first line of standard input: what is on the command line, others on this machine can see.
    private static Credential givenKey(Session session) {
        Optional<String> given = session.value(Access.KEY);
        if (given.filter("-"::equals).isPresent()) {
            String line = StandardInput.read(session.terminal()).lines().findFirst().orElse("");
            return new Credential(line.strip(), "the key on standard input");
        }
        return given.map(key -> new Credential(key, Access.KEY))
                .or(
                        () ->
                                session.terminal()
                                        .variable("WAYBILL_KEY")
                                        .map(key -> new Credential(key, "WAYBILL_KEY")))
                .orElseThrow(
                        () ->
                                Session.misused(
                                        "give the key with --key or WAYBILL_KEY; '--key -' reads it"));
    }

    /// A profile may hold the only copy of its secrets.
    static void refuseTaken(Session session, String profile) {
        if (session.access().profiles().read().find(profile).isPresent()) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "there is a profile '%s' already; choose another name for the new one with --profile, or give this one up with 'waybill workspace forget %s'"
                            .formatted(profile, profile));
        }
    }

    Command list() {
        return RemoteCommand.draft(terminal, "list", "List the profiles.", "waybill workspace list")
                .flag(WorkspaceCommands.SHOW_SECRETS, "Show their keys too.")
                .does(ProfileCommands::list);
    }

    private static void list(Session session) {
        ProfileBook book = session.access().profiles().read();
        boolean secrets = session.given().has(WorkspaceCommands.SHOW_SECRETS);
        List<Listed> all =
                book.profiles().entrySet().stream()
                        .map(
                                each ->
                                        Listed.of(
                                                each.getKey(),
                                                each.getValue(),
                                                each.getKey().equals(book.current()),
                                                secrets))
                        .toList();
        if (session.given().json()) {
            session.terminal().printJson(all);
        } else {
            session.terminal().print(text(all, secrets));
        }
    }

    private static String text(List<Listed> all, boolean secrets) {
        Table table =
                secrets
                        ? Table.of("", "PROFILE", "WORKSPACE", "SERVER", "ACTING AS", "KEY")
                        : Table.of("", "PROFILE", "WORKSPACE", "SERVER", "ACTING AS");
        for (Listed each : all) {
            List<String> cells = each.cells();
            table.row(cells.subList(0, secrets ? 6 : 5).toArray(String[]::new));
        }
        return table.text();
    }

    Command use() {
        return RemoteCommand.draft(
                        terminal,
                        "use",
                        "Use this profile from now on.",
                        "waybill workspace use acme")
                .word("profile", "Which one.")
                .does(
                        session ->
                                change(
                                        session,
                                        (book, name) -> book.using(name),
                                        "profile %s is in use"));
    }

    Command forget() {
        return RemoteCommand.draft(
                        terminal,
                        "forget",
                        "Delete a profile with its secrets; the workspace stays as it is.",
                        "waybill workspace forget acme")
                .word("profile", "Which one.")
                .does(
                        session ->
                                change(
                                        session,
                                        (book, name) -> book.without(name),
                                        "profile %s is forgotten"));
    }

    private interface Change {
        ProfileBook of(ProfileBook book, String name);
    }

    private static void change(Session session, Change change, String done) {
        String name = session.given().word("profile");
        if (session.access().profiles().read().find(name).isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "there is no profile '"
                            + name
                            + "'; 'waybill workspace list' shows those there are");
        }
        ProfileBook changed = session.access().profiles().change(book -> change.of(book, name));
        if (session.given().json()) {
            session.terminal().printJson(new Names(changed.current(), changed.profiles().keySet()));
        } else {
            session.terminal().print(done.formatted(name));
        }
    }

    /// The JSON document of a change: what there is now.
    record Names(@Nullable String current, Set<String> profiles) {}

    /// One profile in the list; its key only on request.
    record Listed(
            String name,
            boolean current,
            @Nullable String workspace,
            URI url,
            @Nullable String agent,
            Set<String> agents,
            @Nullable String workspaceKey) {
        static Listed of(String name, Profile profile, boolean current, boolean secrets) {
            return new Listed(
                    name,
                    current,
                    profile.workspace(),
                    profile.url(),
                    profile.agent(),
                    profile.agents().keySet(),
                    secrets ? profile.workspaceKey() : null);
        }

        List<String> cells() {
            return List.of(
                    current ? "*" : "",
                    name,
                    orDash(workspace),
                    url.toString(),
                    orDash(agent),
                    orDash(workspaceKey));
        }

        private static String orDash(@Nullable String text) {
            return text == null ? "-" : Plain.line(text);
        }
    }
}
