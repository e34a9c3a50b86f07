package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How what is offered is written.
final class Shapes {
    private Shapes() {}

    static <T> ObjectNode list(String name, List<T> items, Function<T, ObjectNode> shape) {
        ObjectNode result = Json.emptyObject();
        ArrayNode array = result.putArray(name);
        items.forEach(item -> array.add(shape.apply(item)));
        return result;
    }

    static ObjectNode tool(Tool tool) {
        ObjectNode shape = named(tool.name(), tool.title(), tool.description());
        shape.set("inputSchema", tool.inputSchema());
        if (tool.outputSchema() != null) {
            shape.set("outputSchema", tool.outputSchema());
        }
        if (tool.annotations() != null) {
            shape.set("annotations", tool.annotations());
        }
        return shape;
    }

    static ObjectNode outcome(Outcome outcome) {
        ObjectNode shape = Json.emptyObject();
        ArrayNode content = shape.putArray("content");
        outcome.content().forEach(content::add);
        if (outcome.structured() != null) {
            shape.set("structuredContent", outcome.structured());
        }
        return shape.put("isError", outcome.isError());
    }

    static ObjectNode resource(Resource resource) {
        return named(resource.name(), resource.title(), resource.description())
                .put("uri", resource.uri())
                .put("mimeType", resource.mimeType());
    }

    static ObjectNode template(ResourceTemplate template) {
        return named(template.name(), template.title(), template.description())
                .put("uriTemplate", template.uriTemplate())
                .put("mimeType", template.mimeType());
    }

    static ObjectNode contents(Contents contents) {
        ObjectNode result = Json.emptyObject();
        result.putArray("contents")
                .addObject()
                .put("uri", contents.uri())
                .put("mimeType", contents.mimeType())
                .put(contents.binary() ? "blob" : "text", contents.text());
        return result;
    }

    static ObjectNode prompt(Prompt prompt) {
        ObjectNode shape = named(prompt.name(), prompt.title(), prompt.description());
        ArrayNode arguments = shape.putArray("arguments");
        for (Prompt.Argument argument : prompt.arguments()) {
            arguments
                    .addObject()
                    .put("name", argument.name())
                    .put("description", argument.description())
                    .put("required", argument.required());
        }
        return shape;
    }

    static ObjectNode promptText(PromptText text) {
        ObjectNode shape = Json.emptyObject();
        if (text.description() != null) {
            shape.put("description", text.description());
        }
        ArrayNode messages = shape.putArray("messages");
        text.messages().forEach(messages::add);
        return shape;
    }

    static ObjectNode completion(List<String> values, int max) {
        ObjectNode result = Json.emptyObject();
        ObjectNode completion = result.putObject("completion");
        ArrayNode array = completion.putArray("values");
        values.stream().limit(max).forEach(array::add);
        completion.put("total", values.size()).put("hasMore", values.size() > max);
        return result;
    }

    private static ObjectNode named(
            String name, @Nullable String title, @Nullable String description) {
        ObjectNode shape = Json.emptyObject().put("name", name);
        if (title != null) {
            shape.put("title", title);
        }
        if (description != null) {
            shape.put("description", description);
        }
        return shape;
    }
}
