package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.RawJson;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Extensions: kept, passed on, sorted by name, and ignored where unknown.
final class Ext {
    private Ext() {}

    static Map<String, RawJson> copy(Map<String, RawJson> ext) {
        return ext.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(ext));
    }
}
