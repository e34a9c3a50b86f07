package dev.waybill.server.schema;

import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Undoes what JavaScript clients do to every key of what they send (`relay-wire` T1): `maxAgents` arrives as `max_agents`.
/// A name that had an underscore from the start is not given back, and those clients do not give it back either.
public final class CamelKeys {
    private static final Pattern UNDERSCORE = Pattern.compile("_([a-z])");
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    private CamelKeys() {}

    static String camel(String name) {
        return name.indexOf('_') < 0
                ? name
                : UNDERSCORE.matcher(name).replaceAll(found -> upper(found.group(1)));
    }

    /// As those clients respell a name.
    public static String snake(String name) {
        return CAPITAL.matcher(name).replaceAll(found -> "_" + lower(found.group()));
    }

    /// The same value with every key in it spelled in camel case.
    static JsonNode of(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> ofObject(object);
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> copy.add(of(element)));
                yield copy;
            }
            default -> value;
        };
    }

    private static ObjectNode ofObject(ObjectNode object) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            copy.set(camel(entry.getKey()), of(entry.getValue()));
        }
        return copy;
    }

    private static String upper(String letter) {
        return Character.toString(Character.toUpperCase(letter.charAt(0)));
    }

    private static String lower(String letter) {
        return Character.toString(Character.toLowerCase(letter.charAt(0)));
    }
}
