package dev.waybill.server.message;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.NewMessage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The metadata of a message: what its sender attached, without the keys that servers keep for themselves.
final class Metadata {
    private static final String RESERVED = "__relaycast_";
    private static final String CONTENT_TYPE = "content_type";

    private Metadata() {}

    static ObjectNode of(NewMessage wanted) {
        ObjectNode metadata = Json.emptyObject();
        @Nullable ObjectNode data = wanted.data();
        if (data != null) {
            data.properties().stream()
                    .filter(entry -> !entry.getKey().startsWith(RESERVED))
                    .forEach(entry -> metadata.set(entry.getKey(), entry.getValue()));
        }
        String contentType = wanted.contentType();
        if (contentType != null && !metadata.has(CONTENT_TYPE)) {
            metadata.put(CONTENT_TYPE, contentType);
        }
        return metadata;
    }
}
