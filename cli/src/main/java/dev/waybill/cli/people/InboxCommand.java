package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/// `waybill inbox`: what an agent has not read yet, in short.
public record InboxCommand(Terminal terminal) implements Command {
    private static final String LIMIT = "--limit";
    private static final int WIDTH = 100;

    @Override
    public String name() {
        return "inbox";
    }

    @Override
    public String summary() {
        return "Show in short what an agent has not read yet.";
    }

    @Override
    public List<String> examples() {
        return List.of("waybill inbox", "waybill inbox --as bob --json");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(Options.text(LIMIT, "number", "How many of each at most."));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Session session = Session.of(terminal, given);
        JsonNode inbox = session.asAgent(Request.get("inbox").query("limit", given.value(LIMIT)));
        session.show(inbox, this::text);
        return ExitCode.OK;
    }

    private String text(JsonNode inbox) {
        String text =
                section("Unread channels", inbox.path("unread_channels"), this::channel)
                        + section("Direct messages", inbox.path("unread_dms"), this::direct)
                        + section("Mentions", inbox.path("mentions"), this::mention)
                        + section("Reactions", inbox.path("recent_reactions"), this::reaction);
        return text.isEmpty() ? "nothing new" : text.stripTrailing();
    }

    private String section(String title, JsonNode items, Function<JsonNode, String> line) {
        if (items.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(terminal.paint(Colour.BOLD, title)).append('\n');
        items.forEach(item -> text.append("  ").append(line.apply(item)).append('\n'));
        return text.append('\n').toString();
    }

    private String channel(JsonNode item) {
        return "#%s  %s unread"
                .formatted(Plain.field(item, "channel_name"), Plain.field(item, "unread_count"));
    }

    private String direct(JsonNode item) {
        return "@%s  %s unread  %s"
                .formatted(
                        Plain.field(item, "from"),
                        Plain.field(item, "unread_count"),
                        Plain.line(item.path("last_message").path("text").asString(""), WIDTH));
    }

    private String mention(JsonNode item) {
        return "#%s  %s: %s  (%s)"
                .formatted(
                        Plain.field(item, "channel_name"),
                        Plain.field(item, "agent_name"),
                        Plain.line(item.path("text").asString(""), WIDTH),
                        Plain.field(item, "id"));
    }

    private String reaction(JsonNode item) {
        return "#%s  %s %s on %s"
                .formatted(
                        Plain.field(item, "channel_name"),
                        Plain.field(item, "agent_name"),
                        Plain.field(item, "emoji"),
                        Plain.field(item, "message_id"));
    }
}
