package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What became of a call: content for the model, and the same as data where the tool promises it.
public record Outcome(
        List<ObjectNode> content, @Nullable ObjectNode structured, boolean isError, boolean found) {
    public Outcome {
        content = List.copyOf(content);
    }

    public Outcome(List<ObjectNode> content, @Nullable ObjectNode structured, boolean isError) {
        this(content, structured, isError, true);
    }

    public static Outcome text(String text) {
        return new Outcome(List.of(words(text)), null, false);
    }

    /// Something went wrong that the model should hear of and may mend.
    public static Outcome error(String text) {
        return new Outcome(List.of(words(text)), null, true);
    }

    /// Data, and the same as text for hosts that do not look at data. Only objects are given as data.
    public static Outcome data(JsonNode data) {
        return new Outcome(
                List.of(words(data.toString())),
                data instanceof ObjectNode object ? object : null,
                false);
    }

    /// There is no such tool.
    public static Outcome unknown() {
        return new Outcome(List.of(), null, true, false);
    }

    private static ObjectNode words(String text) {
        return Json.emptyObject().put("type", "text").put("text", text);
    }
}
