package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// One argument that a tool takes. Schemas stay flat: hosts differ in what else they understand.
record Parameter(String name, ObjectNode schema, boolean required) {
    static Parameter text(String name, String description) {
        return of(name, "string", description);
    }

    static Parameter number(String name, String description) {
        return of(name, "integer", description);
    }

    static Parameter flag(String name, String description) {
        return of(name, "boolean", description);
    }

    static Parameter object(String name, String description) {
        return of(name, "object", description);
    }

    static Parameter texts(String name, String description) {
        Parameter list = of(name, "array", description);
        list.schema.putObject("items").put("type", "string");
        return list;
    }

    static Parameter word(String name, List<String> words, String description) {
        Parameter word = text(name, description);
        words.forEach(word.schema.putArray("enum")::add);
        return word;
    }

    Parameter must() {
        return new Parameter(name, schema, true);
    }

    private static Parameter of(String name, String type, String description) {
        return new Parameter(
                name, Json.emptyObject().put("type", type).put("description", description), false);
    }

    static ObjectNode schema(List<Parameter> parameters) {
        ObjectNode schema = Json.emptyObject().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        parameters.forEach(each -> properties.set(each.name, each.schema.deepCopy()));
        List<Parameter> needed = parameters.stream().filter(Parameter::required).toList();
        if (!needed.isEmpty()) {
            needed.forEach(each -> schema.withArray("required").add(each.name));
        }
        return schema;
    }
}
