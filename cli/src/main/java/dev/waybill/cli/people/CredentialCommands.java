package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.Document;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// `waybill credential …`: what a workspace uses providers with.
public record CredentialCommands(Terminal terminal) implements CommandGroup {
    private static final String ROUTE = "credentials";
    private static final String FIELD = "--field";

    @Override
    public String name() {
        return "credential";
    }

    @Override
    public String summary() {
        return "Keep what GitHub and other providers are used with.";
    }

    @Override
    public List<Command> parts() {
        return List.of(list(), set(), remove());
    }

    private Command list() {
        return draft(
                        "list",
                        "List the credentials of the workspace; what is in them is never shown.",
                        "waybill credential list")
                .does(
                        session ->
                                session.show(
                                        session.asOwner(Request.get(ROUTE)),
                                        CredentialCommands::table));
    }

    private static String table(JsonNode credentials) {
        Table table = Table.of("NAME", "PROVIDER", "FIELDS", "DEFAULT", "SET");
        for (JsonNode one : credentials) {
            table.row(
                    Plain.field(one, "name"),
                    Plain.field(one, "provider"),
                    Plain.line(
                            one.path("fields")
                                    .valueStream()
                                    .map(JsonNode::asString)
                                    .collect(Collectors.joining(","))),
                    Plain.field(one, "is_default"),
                    When.field(one, "updated_at"));
        }
        return table.text();
    }

    private Command set() {
        return draft(
                        "set",
                        "Keep a credential, or replace the one of that name. A value may be in a file (field=@file) or come through standard input (field=-).",
                        "waybill credential set work --provider github --field token=-")
                .word("name", "What to call it.")
                .option("--provider", "provider", "What it is for, such as github.")
                .options(FIELD, "field=value", "What is in it; may be given several times.")
                .flag("--default", "Use it wherever no other is named.")
                .does(this::set);
    }

    private void set(Session session) {
        String name = session.given().word("name");
        Body fields = Body.empty();
        for (String given : session.given().values(FIELD)) {
            int sign = given.indexOf('=');
            if (sign < 1) {
                throw Session.misused("--field is of the form field=value, such as token=-");
            }
            String value = new Document(terminal).text(FIELD, given.substring(sign + 1));
            fields.with(given.substring(0, sign), Optional.of(value.strip()));
        }
        Body body =
                Body.empty()
                        .with("provider", session.value("--provider"))
                        .with("fields", fields)
                        .with("is_default", session.given().has("--default"));
        session.show(
                session.asOwner(Request.put(ROUTE, name).body(body.document())),
                data ->
                        "credential %s for %s is kept%s"
                                .formatted(
                                        Plain.field(data, "name"),
                                        Plain.field(data, "provider"),
                                        data.path("is_default").asBoolean()
                                                ? ", and is the default"
                                                : ""));
    }

    private Command remove() {
        return draft("remove", "Forget a credential.", "waybill credential remove work")
                .word("name", "Its name, as 'waybill credential list' shows it.")
                .does(
                        session -> {
                            String name = session.given().word("name");
                            session.show(
                                    session.asOwner(Request.delete(ROUTE, name)),
                                    "credential " + name + " is forgotten");
                        });
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
