package dev.waybill.cli.people;

import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.When;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Messages as a person reads them, the latest at the bottom.
record MessageText(Terminal terminal) {
    private static final String INDENT = "\n    ";

    String oldestFirst(JsonNode newestFirst) {
        List<String> lines = new ArrayList<>();
        newestFirst.forEach(message -> lines.addFirst(line(message)));
        return lines.isEmpty() ? "nothing was said yet" : String.join("\n", lines);
    }

    private String line(JsonNode message) {
        return "%s  %s  %s  %s"
                .formatted(
                        terminal.paint(Colour.GREY, When.field(message, "created_at")),
                        terminal.paint(Colour.GREY, Plain.field(message, "id")),
                        terminal.paint(Colour.CYAN, Plain.field(message, "agent_name")),
                        Plain.block(message.path("text").asString("")).replace("\n", INDENT));
    }
}
