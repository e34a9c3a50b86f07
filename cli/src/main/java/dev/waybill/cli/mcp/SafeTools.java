package dev.waybill.cli.mcp;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Leaves out the tools whose names not every host can use. Each of them is there a second time under an alias.
final class SafeTools {
    private static final Pattern EVERYWHERE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private SafeTools() {}

    static JsonNode of(JsonNode answer) {
        JsonNode shown = answer.deepCopy();
        if (shown.path("result").path("tools") instanceof ArrayNode tools) {
            tools.removeIf(tool -> !EVERYWHERE.matcher(tool.path("name").asString("")).matches());
        }
        return shown;
    }
}
