package dev.waybill.server.delivery;

import dev.waybill.protocol.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a delivery carries: a type and its data, written as JSON once and shared by all who get it.
public final class Payload {
    private final Json json;
    private final Document document;
    private final int size;
    private volatile byte @Nullable [] bytes;

    private record Document(String type, JsonNode data) {}

    Payload(Json json, String type, JsonNode data) {
        this.json = json;
        this.document = new Document(type, data);
        this.size = 512 + data.path("text").asString("").length();
    }

    public String type() {
        return document.type();
    }

    /// About how many bytes it will be.
    int size() {
        return size;
    }

    /// `{"type":…,"data":…}`; not to be changed by whoever gets it.
    public byte[] bytes() {
        byte[] known = bytes;
        if (known == null) {
            known = json.write(document);
            bytes = known;
        }
        return known;
    }
}
