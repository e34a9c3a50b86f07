package dev.waybill.cli.network;

import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.When;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Messages of a conversation as a person reads them: one line each, whatever their senders wrote.
record TimelineText(Terminal terminal) {
    private static final int WIDTH = 2000;

    String lines(JsonNode messages) {
        List<String> lines = new ArrayList<>();
        messages.forEach(message -> lines.add(line(message)));
        return lines.isEmpty() ? "nothing was said yet" : String.join("\n", lines);
    }

    private String line(JsonNode message) {
        String flags = flags(message);
        return "%s  %s  %s  %s  %s%s%s  %s"
                .formatted(
                        terminal.paint(Colour.GREY, When.field(message, "timestamp")),
                        terminal.paint(Colour.GREY, Plain.field(message, "record_id")),
                        terminal.paint(Colour.GREY, Plain.field(message, "message_id")),
                        Plain.field(message, "kind"),
                        terminal.paint(Colour.CYAN, Plain.field(message, "peer_from")),
                        message.path("peer_to").isString()
                                ? " to " + Plain.field(message, "peer_to")
                                : "",
                        flags.equals("-") ? "" : terminal.paint(Colour.RED, " [" + flags + "]"),
                        words(message));
    }

    private static String words(JsonNode message) {
        for (String field : List.of("text", "preview_text")) {
            if (message.path(field).isString()) {
                return Plain.line(message.path(field).asString(), WIDTH);
            }
        }
        return Plain.line(message.path("body").toString(), WIDTH);
    }

    static String flags(JsonNode object) {
        String flags =
                object.path("flags")
                        .valueStream()
                        .map(each -> each.asString(""))
                        .collect(Collectors.joining(", "));
        return flags.isEmpty() ? "-" : Plain.line(flags);
    }

    /// The thread or room of something.
    static String place(JsonNode object) {
        return object.path("thread_id").isString()
                ? Plain.field(object, "thread_id")
                : Plain.field(object, "direct_id");
    }
}
