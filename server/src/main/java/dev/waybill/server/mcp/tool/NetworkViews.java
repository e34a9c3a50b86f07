package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.text.Shown;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a model gets to see of the network: names, numbers and times; what peers wrote only in the wrapper.
///
/// Fields are named one by one, so that a new one with words of peers is not shown by oversight.
final class NetworkViews {
    /// An id that is made like this says little else.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");

    private static final String CAPABILITIES = "capabilities";
    private static final String WORK_ID = "work_id";

    private NetworkViews() {}

    static ObjectNode message(JsonNode message) {
        return only(
                message,
                "record_id",
                "kind",
                "direction",
                "session_id",
                "local",
                "trust",
                "flags",
                "timestamp",
                "recorded_at",
                "prompt");
    }

    static ObjectNode waiting(JsonNode entry) {
        return only(
                entry,
                "session_id",
                "state",
                "trust",
                "flags",
                "queued_at",
                "expires_at",
                "prompt");
    }

    static ObjectNode thread(JsonNode thread) {
        return only(
                thread,
                "channel",
                "workspace_id",
                "thread_id",
                "root_message_id",
                "opened_by_peer_id",
                "opened_session_id",
                "opened_at",
                "last_activity_at",
                "message_count",
                "participant_count",
                "open_work_count");
    }

    static ObjectNode direct(JsonNode room) {
        return only(
                room,
                "channel",
                "workspace_id",
                "direct_id",
                "peer_a",
                "peer_b",
                "opened_at",
                "last_activity_at",
                "message_count",
                "open_work_count");
    }

    /// An id of work may be any words, and is in a tag of its own then.
    static ObjectNode work(JsonNode work) {
        ObjectNode shown = Json.emptyObject();
        String id = work.path(WORK_ID).asString("");
        if (PLAIN.matcher(id).matches()) {
            shown.put(WORK_ID, id);
        } else {
            shown.put("wrapped_work_id", "<network-work work-id=\"" + Shown.xml(id) + "\"/>");
        }
        return shown.setAll(
                only(
                        work,
                        "workspace_id",
                        "channel",
                        "surface",
                        "thread_id",
                        "direct_id",
                        "opened_by_peer_id",
                        "opened_session_id",
                        "target_peer_id",
                        "state",
                        "opened_at",
                        "last_activity_at",
                        "terminal_at"));
    }

    /// Of what it can do the ids only, as far as they are no sentences.
    static ObjectNode peer(JsonNode peer) {
        ObjectNode shown =
                only(
                        peer,
                        "peer_id",
                        "channel",
                        "workspace_id",
                        "local",
                        "session_id",
                        "route_token",
                        "joined_at",
                        "last_seen",
                        "expires_at",
                        "presence_state",
                        "last_seen_age_seconds",
                        "pinned_key",
                        "metrics");
        ArrayNode claimed = shown.putArray(CAPABILITIES);
        for (JsonNode each : peer.path("peer_card").path(CAPABILITIES)) {
            String id = each.path("id").asString("");
            if (PLAIN.matcher(id).matches()) {
                claimed.add(id);
            }
        }
        return shown;
    }

    static ObjectNode channel(JsonNode channel) {
        ObjectNode shown =
                only(
                        channel,
                        "channel",
                        "workspace_id",
                        "purpose",
                        "created_by",
                        "created_at",
                        "peer_count",
                        "local_peer_count",
                        "remote_peer_count",
                        "thread_count",
                        "direct_count",
                        "open_work_count",
                        "message_count",
                        "last_activity_at");
        shown.set("sessions", each(channel.path("sessions"), NetworkViews::session));
        shown.set("peers", each(channel.path("peers"), NetworkViews::peer));
        return shown;
    }

    private static ObjectNode session(JsonNode session) {
        return only(
                session,
                "session_id",
                "agent_name",
                "channel",
                "workspace_id",
                "peer_id",
                "joined_at",
                "queued");
    }

    static ArrayNode each(@Nullable JsonNode list, Function<JsonNode, ObjectNode> view) {
        ArrayNode shown = JsonNodeFactory.instance.arrayNode();
        if (list != null) {
            list.forEach(item -> shown.add(view.apply(item)));
        }
        return shown;
    }

    /// The same with everything that is hidden in its strings written out.
    static JsonNode visible(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode shown = Json.emptyObject();
                object.forEachEntry((name, value) -> shown.set(Shown.json(name), visible(value)));
                yield shown;
            }
            case ArrayNode array -> {
                ArrayNode shown = JsonNodeFactory.instance.arrayNode();
                array.forEach(item -> shown.add(visible(item)));
                yield shown;
            }
            default ->
                    node.isString()
                            ? JsonNodeFactory.instance.stringNode(Shown.json(node.asString()))
                            : node;
        };
    }

    private static ObjectNode only(JsonNode from, String... names) {
        ObjectNode shown = Json.emptyObject();
        for (String name : names) {
            if (from.has(name)) {
                shown.set(name, from.get(name));
            }
        }
        return shown;
    }
}
