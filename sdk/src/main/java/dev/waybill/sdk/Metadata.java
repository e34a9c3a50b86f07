package dev.waybill.sdk;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// JSON objects that people put beside a message or a receipt.
final class Metadata {
    private Metadata() {}

    /// Unlike [Map#copyOf] this keeps order, and values that are null in JSON.
    static Map<String, Object> copy(Map<String, Object> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
