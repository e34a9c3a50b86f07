package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What columns hold as JSON.
record Stored(Json json) {
    @Nullable String text(@Nullable Object value) {
        return value == null ? null : json.text(value);
    }

    JsonNode tree(String text) {
        return json.tree(text);
    }

    @Nullable JsonNode treeOrNull(@Nullable String text) {
        return text == null ? null : json.tree(text);
    }

    @Nullable DeliveryHandle handle(@Nullable String text) {
        return text == null ? null : json.convert(json.tree(text), DeliveryHandle.class);
    }

    DeliveryTerms terms(String text) {
        return json.convert(json.tree(text), DeliveryTerms.class);
    }
}
