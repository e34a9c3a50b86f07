package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How far a source was read.
///
/// @param etag of the answer that was read last
/// @param newest when the newest of what was read happened
record Checkpoint(@Nullable String etag, @Nullable Instant newest) {
    static final Checkpoint START = new Checkpoint(null, null);

    static Checkpoint of(@Nullable String kept, Json json) {
        if (kept == null) {
            return START;
        }
        try {
            JsonNode tree = json.tree(kept);
            return new Checkpoint(Peek.text(tree, "/etag"), Peek.time(Peek.text(tree, "/newest")));
        } catch (JsonFault _) {
            return START;
        }
    }

    Checkpoint and(@Nullable String tag, @Nullable Instant time) {
        boolean later = time != null && (newest == null || time.isAfter(newest));
        return new Checkpoint(tag, later ? time : newest);
    }

    String text(Json json) {
        return json.text(
                Json.emptyObject()
                        .put("etag", etag)
                        .put("newest", newest == null ? null : newest.toString()));
    }
}
