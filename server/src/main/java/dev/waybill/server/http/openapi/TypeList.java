package dev.waybill.server.http.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes the types that bodies and answers are made of, field by field.
final class TypeList {
    private static final String PLACE = "#/components/schemas/";

    private final JsonNode schemas;

    TypeList(ObjectNode document) {
        this.schemas = document.path("components").path("schemas");
    }

    /// The name of a type, leading to its fields if it has any.
    String link(Class<?> type) {
        return type.isArray()
                ? "list of " + link(type.getComponentType())
                : link(type.getSimpleName());
    }

    String html() {
        StringBuilder html = new StringBuilder("<section id=\"types\">\n<h2>Types</h2>\n");
        schemas.properties().forEach(schema -> add(html, schema.getKey(), schema.getValue()));
        return html.append("</section>\n").toString();
    }

    private void add(StringBuilder html, String name, JsonNode schema) {
        html.append("<h3 id=\"type-").append(name).append("\">").append(name);
        html.append("</h3>\n<dl class=\"fields\">\n");
        Set<String> required =
                schema.path("required")
                        .valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.toSet());
        for (var field : schema.path("properties").properties()) {
            html.append("<dt><code>").append(Html.text(field.getKey())).append("</code></dt><dd>");
            html.append(kind(field.getValue()));
            html.append(required.contains(field.getKey()) ? "" : ", optional").append("</dd>\n");
        }
        html.append("</dl>\n");
    }

    private String kind(JsonNode schema) {
        if (schema.has("$ref")) {
            return link(schema.path("$ref").asString().substring(PLACE.length()));
        }
        if (schema.has("enum")) {
            return "one of " + words(schema.path("enum"));
        }
        if (schema.has("const")) {
            return "<code>" + Html.text(schema.path("const").toString()) + "</code>";
        }
        if (schema.has("anyOf")) {
            return schema.path("anyOf")
                    .valueStream()
                    .filter(option -> !option.path("type").asString("").equals("null"))
                    .map(this::kind)
                    .collect(Collectors.joining(" or "));
        }
        return named(schema);
    }

    private String named(JsonNode schema) {
        List<String> types = new ArrayList<>();
        JsonNode type = schema.path("type");
        (type.isArray() ? type.valueStream() : java.util.stream.Stream.of(type))
                .map(word -> word.asString(""))
                .filter(word -> !word.equals("null"))
                .forEach(types::add);
        return switch (String.join(" or ", types)) {
            case "" -> "any JSON";
            case "array" -> "list of " + kind(schema.path("items"));
            case "string" -> schema.path("format").asString("string").replace("date-time", "time");
            case String other -> other;
        };
    }

    private String link(String name) {
        return schemas.has(name)
                ? "<a href=\"#type-" + name + "\">" + name + "</a>"
                : Html.text(name);
    }

    private static String words(JsonNode values) {
        return values.valueStream()
                .filter(JsonNode::isString)
                .map(word -> "<code>" + Html.text(word.asString()) + "</code>")
                .collect(Collectors.joining(", "));
    }
}
