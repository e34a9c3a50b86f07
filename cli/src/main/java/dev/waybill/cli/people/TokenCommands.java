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
import tools.jackson.databind.JsonNode;

/// `waybill token …`: tokens that may look at a workspace but change nothing.
public record TokenCommands(Terminal terminal) implements CommandGroup {
    private static final String ROUTE = "observer-tokens";

    @Override
    public String name() {
        return "token";
    }

    @Override
    public String summary() {
        return "Give out tokens that may look at the workspace but change nothing.";
    }

    @Override
    public List<Command> parts() {
        return List.of(create(), list(), show(), rotate(), revoke());
    }

    private Command create() {
        return RemoteCommand.draft(
                        terminal,
                        "create",
                        "Make an observer token, which is shown once and kept nowhere.",
                        "waybill token create dashboard --scope stream:read,messages:read")
                .word("name", "What to call it.")
                .options(
                        "--scope",
                        "scope",
                        "What it may read, such as stream:read; may be given several times.")
                .option("--description", "text", "What it is for.")
                .option("--expires-at", "time", "When it ends, such as 2027-01-31T00:00:00Z.")
                .options("--channel", "name", "Let it see these channels only.")
                .flag("--include-dms", "Let it see direct messages too.")
                .does(TokenCommands::create);
    }

    private static void create(Session session) {
        List<String> scopes = session.given().values("--scope");
        if (scopes.isEmpty()) {
            throw Session.misused("give at least one --scope, such as --scope stream:read");
        }
        Body filters =
                Body.empty()
                        .with(
                                "channel_names",
                                session.given().values("--channel").stream()
                                        .map(Session::channel)
                                        .toList())
                        .with("include_dms", session.given().has("--include-dms"));
        Body body =
                Body.of("name", session.given().word("name"))
                        .with("description", session.value("--description"))
                        .with("scopes", scopes)
                        .with("filters", filters)
                        .with("expires_at", session.value("--expires-at"));
        shownOnce(
                session,
                session.asOwner(Request.post(ROUTE).body(body.document())),
                "Observer token %s (%s) was made");
    }

    private static void shownOnce(Session session, JsonNode made, String done) {
        session.show(
                made,
                data ->
                        (done + ". It is not shown again:\n\n  %s")
                                .formatted(
                                        Plain.field(data, "name"),
                                        Plain.field(data, "id"),
                                        Plain.field(data, "token")));
    }

    private Command list() {
        return RemoteCommand.draft(
                        terminal, "list", "List the observer tokens.", "waybill token list")
                .does(
                        session ->
                                session.show(
                                        session.asOwner(Request.get(ROUTE)),
                                        data ->
                                                Table.of(
                                                        data,
                                                        "id",
                                                        "name",
                                                        "status",
                                                        "expires_at",
                                                        "last_used_at",
                                                        "scopes")));
    }

    private Command show() {
        return onToken(
                        "show",
                        "Show an observer token, without its secret.",
                        "waybill token show ot_214")
                .does(
                        session ->
                                session.show(
                                        session.asOwner(
                                                Request.get(ROUTE, session.given().word("id"))),
                                        TokenCommands::text));
    }

    private static String text(JsonNode token) {
        return Fields.of(
                token,
                "id",
                "name",
                "description",
                "status",
                "scopes",
                "filters",
                "created_at",
                "expires_at",
                "last_used_at",
                "revoked_at");
    }

    private Command rotate() {
        return onToken(
                        "rotate",
                        "Give an observer token a new secret, which is shown once.",
                        "waybill token rotate ot_214")
                .does(
                        session ->
                                shownOnce(
                                        session,
                                        session.asOwner(
                                                Request.post(
                                                                ROUTE,
                                                                session.given().word("id"),
                                                                "rotate")
                                                        .body(Body.empty().document())),
                                        "Observer token %s (%s) has a new secret"));
    }

    private Command revoke() {
        return onToken("revoke", "End an observer token at once.", "waybill token revoke ot_214")
                .does(
                        session ->
                                session.show(
                                        session.asOwner(
                                                Request.delete(ROUTE, session.given().word("id"))),
                                        "observer token "
                                                + session.given().word("id")
                                                + " is revoked"));
    }

    private RemoteCommand.Draft onToken(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example)
                .word("id", "Its id, as 'waybill token list' shows it.");
    }
}
