package dev.waybill.server.action;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The actions nobody has to register, as their input tells them: those that start, stop and describe agents. Two of them
/// have an older name.
final class BuiltIn {
    static final String CREATE = "agent.create";
    static final String REMOVE = "agent.release";
    static final String STATUS = "agent.status";
    static final String SPAWN = "spawn";
    static final String RELEASE = "release";
    private static final String SPAWN_PREFIX = SPAWN + ":";
    private static final String SELF = "self";
    private static final List<String> PROGRAM = List.of("capability", "cli", "harness");
    private static final List<String> TARGET =
            List.of("target_node", "targetNode", "node", "target");

    private BuiltIn() {}

    static boolean isSpawn(String action) {
        return action.equals(SPAWN) || action.startsWith(SPAWN_PREFIX) || action.equals(CREATE);
    }

    static boolean isRelease(String action) {
        return action.equals(RELEASE) || action.equals(REMOVE);
    }

    static boolean isStatus(String action) {
        return action.equals(STATUS);
    }

    /// Every name by which a policy may mean the action.
    static List<String> names(String action) {
        if (isSpawn(action)) {
            return List.of(action, CREATE, SPAWN);
        }
        return isRelease(action) ? List.of(action, REMOVE, RELEASE) : List.of(action);
    }

    static boolean contains(String action) {
        return isSpawn(action) || isRelease(action) || isStatus(action);
    }

    /// What a node must be able to do: `spawn:` and the program, which may be named in several ways, but not differently.
    static String capability(String action, JsonNode input) {
        Set<String> named = new LinkedHashSet<>();
        if (action.startsWith(SPAWN_PREFIX)) {
            named.add(action);
        }
        for (String field : PROGRAM) {
            String program = text(input, field);
            if (program != null) {
                named.add(program.startsWith(SPAWN_PREFIX) ? program : SPAWN_PREFIX + program);
            }
        }
        if (named.size() > 1) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "Different programs are asked for: " + String.join(", ", named));
        }
        if (!named.isEmpty()) {
            return named.iterator().next();
        }
        throw new Refusal(
                Reason.INVALID_REQUEST,
                action.equals(CREATE) ? "An agent needs a harness" : "A spawn needs a cli");
    }

    /// The input with what it says under every name that it may be said by, for whoever judges it.
    static JsonNode canonical(String action, JsonNode input) {
        if (!(input instanceof ObjectNode given) || !contains(action)) {
            return input;
        }
        ObjectNode canonical = given.deepCopy();
        String name = text(given, "name");
        if (name != null) {
            canonical.put("name", name);
        }
        if (isSpawn(action)) {
            String program = capability(action, given).substring(SPAWN_PREFIX.length());
            PROGRAM.forEach(field -> canonical.put(field, program));
            String target = target(given);
            if (target != null) {
                TARGET.forEach(field -> canonical.put(field, target));
            }
        }
        return canonical;
    }

    /// The input as nodes know it, whatever the action was called by.
    static JsonNode forNode(String action, JsonNode input) {
        if (!action.equals(CREATE) || !(input instanceof ObjectNode given) || given.has("cli")) {
            return input;
        }
        ObjectNode known = given.deepCopy();
        known.set("cli", given.path("harness"));
        return known;
    }

    /// The node that is asked for, by name or id.
    static @Nullable String target(JsonNode input) {
        for (String field : TARGET) {
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
        return new Handler.Release(name(input, "A release needs the agent's name"));
    }

    static Handler.Status status(JsonNode input) {
        return new Handler.Status(name(input, "The status of which agent? A name is needed"));
    }

    static boolean removes(JsonNode input) {
        return input.path("delete_agent").asBoolean(false)
                || input.path("deleteAgent").asBoolean(false);
    }

    static ObjectNode released() {
        return Json.emptyObject().put("released", true);
    }

    private static String name(JsonNode input, String otherwise) {
        String name = text(input, "name");
        if (name == null) {
            throw new Refusal(Reason.INVALID_RELEASE_REQUEST, otherwise);
        }
        return name;
    }

    private static @Nullable String text(JsonNode input, String field) {
        String text = input.path(field).asString("").strip();
        return text.isEmpty() ? null : text;
    }
}
