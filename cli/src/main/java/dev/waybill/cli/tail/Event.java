package dev.waybill.cli.tail;

import dev.waybill.protocol.json.Json;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Something that happened in a workspace, numbered within it. The body is the whole event, flat as it is sent live.
public record Event(long seq, String type, ObjectNode body) {

    /// From a row of the workspace's log, as the live stream would tell it. An event with a number of its own keeps that
    /// under another name.
    static Event ofRow(JsonNode row) {
        ObjectNode body = Json.emptyObject();
        body.set("type", row.path("type"));
        row.path("payload").properties().forEach(each -> body.set(each.getKey(), each.getValue()));
        if (body.has("seq")) {
            body.set("delivery_seq", body.path("seq"));
        }
        body.set("seq", row.path("seq"));
        if (!row.path("created_at").isMissingNode()) {
            body.set("created_at", row.path("created_at"));
        }
        return of(body);
    }

    /// From a frame of the live stream; empty when the frame is about the connection and not an event.
    static Optional<Event> ofFrame(JsonNode frame) {
        if (!(frame instanceof ObjectNode body) || !body.path("seq").isNumber()) {
            return Optional.empty();
        }
        body.remove("agent_seq");
        return Optional.of(of(body));
    }

    private static Event of(ObjectNode body) {
        return new Event(body.path("seq").asLong(0), body.path("type").asString(""), body);
    }

    /// The name of the channel it is about.
    Optional<String> channel() {
        JsonNode channel = body.path("channel");
        return text(channel.isObject() ? channel.path("name") : channel)
                .or(() -> text(body.path("channel_name")));
    }

    /// The names of the agents it is about.
    Set<String> agents() {
        Set<String> names = new LinkedHashSet<>();
        text(body.path("message").path("agent_name")).ifPresent(names::add);
        text(body.path("agent").path("name")).ifPresent(names::add);
        for (String field : new String[] {"agent_name", "caller_name", "target_agent_name"}) {
            text(body.path(field)).ifPresent(names::add);
        }
        return names;
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() ? Optional.of(node.asString()) : Optional.empty();
    }
}
