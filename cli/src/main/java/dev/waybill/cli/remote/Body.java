package dev.waybill.cli.remote;

import dev.waybill.protocol.json.Json;
import java.util.Collection;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The body of a request, which leaves out what was not given.
public record Body(ObjectNode json) {
    public static Body empty() {
        return new Body(Json.emptyObject());
    }

    public static Body of(String field, String value) {
        return empty().with(field, Optional.of(value));
    }

    public Body with(String field, Optional<String> value) {
        value.ifPresent(text -> json.put(field, text));
        return this;
    }

    public Body with(String field, boolean set) {
        if (set) {
            json.put(field, true);
        }
        return this;
    }

    public Body withNumber(String field, Optional<String> value) {
        value.ifPresent(text -> json.put(field, number(field, text)));
        return this;
    }

    public Body with(String field, Collection<String> values) {
        if (!values.isEmpty()) {
            ArrayNode list = json.putArray(field);
            values.forEach(list::add);
        }
        return this;
    }

    public Body with(String field, Body part) {
        if (!part.json.isEmpty()) {
            json.set(field, part.json);
        }
        return this;
    }

    public JsonNode document() {
        return json;
    }

    private static int number(String field, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw Session.misused(field.replace('_', '-') + ": '" + text + "' is not a number");
        }
    }
}
