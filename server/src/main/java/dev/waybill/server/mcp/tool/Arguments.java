package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a tool was called with. Models write names with the signs that people put before them; here they are without.
record Arguments(ObjectNode all) {

    boolean has(String name) {
        JsonNode value = all.get(name);
        return value != null && !value.isNull();
    }

    /// A value that is there, as text; numbers and truth values, too, because models mix them up.
    Optional<String> find(String name) {
        JsonNode value = all.get(name);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isValueNode()) {
            throw ToolFault.argument(name + " is not a single value");
        }
        return Optional.of(value.asString());
    }

    String text(String name) {
        return find(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> ToolFault.argument(name + " is missing"));
    }

    /// The name of a channel without its `#`.
    String channel(String name) {
        return without('#', text(name));
    }

    /// The name of an agent without its `@`; `@self` keeps it, because that is a word of its own.
    String agent(String name) {
        return agentName(text(name));
    }

    static String agentName(String text) {
        return text.equals("@self") ? text : without('@', text);
    }

    /// A whole number of seconds within bounds.
    Optional<Integer> seconds(String name, int most) {
        return find(name).map(text -> whole(name, text, most));
    }

    /// These as a body, as far as they are there.
    ObjectNode only(String... names) {
        ObjectNode some = Json.emptyObject();
        for (String name : names) {
            if (has(name)) {
                some.set(name, all.get(name));
            }
        }
        return some;
    }

    private static int whole(String name, String text, int most) {
        try {
            int seconds = (int) Math.ceil(Double.parseDouble(text));
            if (seconds >= 0 && seconds <= most) {
                return seconds;
            }
        } catch (NumberFormatException _) {
            // answered below
        }
        throw ToolFault.argument(
                name + " is not a number of seconds from 0 to " + most + ": '" + text + "'");
    }

    private static String without(char sign, String text) {
        return text.length() > 1 && text.charAt(0) == sign ? text.substring(1) : text;
    }
}
