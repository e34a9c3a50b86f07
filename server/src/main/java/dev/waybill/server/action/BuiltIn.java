package dev.waybill.server.action;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The two actions nobody has to register, as their input tells them.
final class BuiltIn {
    static final String SPAWN = "spawn";
    static final String RELEASE = "release";

    private static final String SPAWN_PREFIX = SPAWN + ":";
    private static final String SELF = "self";

    private BuiltIn() {}

    static boolean isSpawn(String action) {
        return action.equals(SPAWN) || action.startsWith(SPAWN_PREFIX);
    }

    /// What a node must be able to do: `spawn:` and the program.
    static String capability(String action, JsonNode input) {
        if (action.startsWith(SPAWN_PREFIX)) {
            return action;
        }
        String wanted = text(input, "capability");
        String program = wanted == null ? text(input, "cli") : wanted;
        if (program == null) {
            throw new Refusal(Reason.INVALID_REQUEST, "A spawn needs a cli");
        }
        return program.startsWith(SPAWN_PREFIX) ? program : SPAWN_PREFIX + program;
    }

    /// The node that is asked for, by name or id.
    static @Nullable String target(JsonNode input) {
        for (String field : new String[] {"target_node", "node", "target"}) {
            String target = text(input, field);
            if (target != null) {
                return target.startsWith("#") ? target.substring(1) : target;
            }
        }
        return null;
    }

    static boolean isSelf(String target) {
        return target.equals(SELF);
    }

    static Handler.Release release(JsonNode input) {
        String name = text(input, "name");
        if (name == null) {
            throw new Refusal(Reason.INVALID_RELEASE_REQUEST, "A release needs the agent's name");
        }
        return new Handler.Release(name);
    }

    static boolean removes(JsonNode input) {
        return input.path("delete_agent").asBoolean(false);
    }

    private static @Nullable String text(JsonNode input, String field) {
        String text = input.path(field).asString("").strip();
        return text.isEmpty() ? null : text;
    }
}
