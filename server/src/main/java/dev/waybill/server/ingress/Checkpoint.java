package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How far a source was read.
///
/// @param etag of the answer that was read last
/// @param newest when the newest of what was read happened
/// @param open runs whose end was not seen yet
record Checkpoint(@Nullable String etag, @Nullable Instant newest, OpenRuns open) {
    static final Checkpoint START = new Checkpoint(null, null, OpenRuns.NONE);

    static Checkpoint of(@Nullable String kept, Json json) {
        if (kept == null) {
            return START;
        }
        try {
            JsonNode tree = json.tree(kept);
            return new Checkpoint(
                    Peek.text(tree, "/etag"),
                    Peek.time(Peek.text(tree, "/newest")),
                    new OpenRuns(numbers(tree.path("listed")), numbers(tree.path("away"))));
        } catch (JsonFault _) {
            return START;
        }
    }

    private static List<Long> numbers(JsonNode list) {
        return list.values().stream()
                .filter(one -> one.isIntegralNumber() && one.canConvertToLong())
                .map(JsonNode::longValue)
                .toList();
    }

    Checkpoint and(@Nullable String tag, @Nullable Instant time) {
        boolean later = time != null && (newest == null || time.isAfter(newest));
        return new Checkpoint(tag, later ? time : newest, open);
    }

    Checkpoint with(OpenRuns runs) {
        return new Checkpoint(etag, newest, runs);
    }

    String text(Json json) {
        ObjectNode tree =
                Json.emptyObject()
                        .put("etag", etag)
                        .put("newest", newest == null ? null : newest.toString());
        if (!open.equals(OpenRuns.NONE)) {
            open.listed().forEach(tree.putArray("listed")::add);
            open.away().forEach(tree.putArray("away")::add);
        }
        return json.text(tree);
    }
}
