package dev.waybill.server.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Schemas that were read lately, so that a call does not read its action's again.
public final class JsonSchemas {
    private static final int KEPT = 1000;

    private final Map<JsonNode, JsonSchema> kept =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<JsonNode, JsonSchema> eldest) {
                    return size() > KEPT;
                }
            };

    /// An [IllegalArgumentException] says what is wrong with it.
    public JsonSchema of(JsonNode registered) {
        synchronized (kept) {
            JsonSchema known = kept.get(registered);
            if (known != null) {
                return known;
            }
        }
        JsonSchema read = JsonSchema.read(registered);
        synchronized (kept) {
            kept.putIfAbsent(registered, read);
        }
        return read;
    }
}
