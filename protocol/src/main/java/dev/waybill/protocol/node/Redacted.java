package dev.waybill.protocol.node;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What may be shown of a configuration that holds secrets.
public final class Redacted {
    private static final String HIDDEN = "[redacted]";
    private static final String WORDS = "key|authorization|cookie|credential|password|secret|token";
    private static final Pattern SECRET = Pattern.compile(WORDS);
    private static final Pattern IN_QUERY =
            Pattern.compile("(?i)([?&][^=&]*(?:" + WORDS + ")[^=&]*=)[^&]*");

    private Redacted() {}

    /// The same without the values of fields that are named like secrets, in addresses too, and without those of headers.
    public static JsonNode of(JsonNode json) {
        return switch (json) {
            case ObjectNode object -> of(object, false);
            case ArrayNode list -> {
                ArrayNode shown = JsonNodeFactory.instance.arrayNode();
                list.forEach(item -> shown.add(of(item)));
                yield shown;
            }
            default -> json;
        };
    }

    private static ObjectNode of(ObjectNode object, boolean all) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey().toLowerCase(Locale.ROOT);
            JsonNode value = field.getValue();
            if (value instanceof ObjectNode inner) {
                shown.set(field.getKey(), of(inner, all || name.equals("headers")));
            } else if (all || SECRET.matcher(name).find()) {
                shown.put(field.getKey(), HIDDEN);
            } else if (name.equals("url")) {
                shown.put(
                        field.getKey(),
                        IN_QUERY.matcher(value.asString("")).replaceAll("$1" + HIDDEN));
            } else {
                shown.set(field.getKey(), of(value));
            }
        }
        return shown;
    }
}
