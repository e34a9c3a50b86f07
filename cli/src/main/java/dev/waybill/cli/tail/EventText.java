package dev.waybill.cli.tail;

import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.cli.text.Plain;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Events as lines for people: when, which number, what kind, where, who, and what.
public record EventText(Terminal terminal) {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int WIDTH = 200;

    /// Said elsewhere on the line, or of no use to a person.
    private static final Set<String> SAID =
            Set.of("id", "seq", "type", "created_at", "channel", "agent_name", "agent", "message");

    /// A page of the workspace's log.
    public String page(JsonNode page) {
        JsonNode events = page.path("events");
        return events.isEmpty()
                ? "nothing happened"
                : StreamSupport.stream(events.spliterator(), false)
                        .map(row -> line(Event.ofRow(row)))
                        .collect(Collectors.joining("\n"));
    }

    public String line(Event event) {
        return "%s  %6d  %s  %s"
                .formatted(
                        terminal.paint(Colour.GREY, time(event.body())),
                        event.seq(),
                        terminal.paint(
                                colour(event.type()), "%-16s".formatted(Plain.line(event.type()))),
                        detail(event));
    }

    /// A live event carries no time of its own: it happened just now.
    private static String time(JsonNode body) {
        try {
            Instant instant = Instant.parse(body.path("created_at").asString(""));
            return CLOCK.format(instant.atZone(ZoneId.systemDefault()));
        } catch (DateTimeException _) {
            return CLOCK.format(LocalTime.now(ZoneId.systemDefault()));
        }
    }

    private static Colour colour(String type) {
        if (type.endsWith("failed") || type.endsWith("denied")) {
            return Colour.RED;
        }
        return switch (type.substring(0, Math.max(0, type.indexOf('.')))) {
            case "message", "thread" -> Colour.GREEN;
            case "dm", "group_dm" -> Colour.MAGENTA;
            case "delivery" -> Colour.YELLOW;
            case "agent", "member", "channel" -> Colour.CYAN;
            default -> Colour.BLUE;
        };
    }

    private String detail(Event event) {
        List<String> parts = new ArrayList<>();
        event.channel().ifPresent(name -> parts.add("#" + Plain.line(name)));
        event.agents().stream()
                .limit(1)
                .forEach(name -> parts.add(terminal.paint(Colour.BOLD, Plain.line(name))));
        JsonNode text = event.body().path("message").path("text");
        if (text.isString()) {
            parts.add(Plain.line(text.asString(), WIDTH));
        }
        rest(event.body()).forEach(parts::add);
        return String.join("  ", parts);
    }

    private static List<String> rest(ObjectNode body) {
        return body.properties().stream()
                .filter(each -> !SAID.contains(each.getKey()))
                .filter(each -> !each.getValue().isNull())
                .map(each -> each.getKey() + "=" + value(each.getValue()))
                .toList();
    }

    private static String value(JsonNode value) {
        return Plain.line(value.isValueNode() ? value.asString() : value.toString(), WIDTH);
    }
}
