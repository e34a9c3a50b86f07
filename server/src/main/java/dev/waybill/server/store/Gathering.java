package dev.waybill.server.store;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Everything that is gathered in the transaction of one connection and not written yet, and what lasts of it.
final class Gathering {
    /// By type or statement, in the order in which they began.
    private final Map<Object, Gathered> parts = new LinkedHashMap<>();

    /// Written, and still true.
    private final Map<Object, Gathered> lasting = new HashMap<>();

    /// What each said of the statements it was asked about; there are as many as the program has.
    private final Map<Object, Map<String, Boolean>> concerned = new HashMap<>();

    <T extends Gathered> T part(Object key, Class<T> type, Supplier<T> made) {
        Gathered known = parts.get(key);
        if (known == null) {
            Gathered lasted = lasting.remove(key);
            known = lasted == null ? made.get() : lasted;
            parts.put(key, known);
        }
        return type.cast(known);
    }

    /// Writes what the statement is about to see or change.
    void writeFor(String sql, Tx tx) {
        lasting.entrySet().removeIf(part -> concerns(part.getKey(), part.getValue(), sql));
        if (parts.isEmpty()) {
            return;
        }
        for (Object key : List.copyOf(parts.keySet())) {
            Gathered part = parts.get(key);
            if (part != null && concerns(key, part, sql)) {
                parts.remove(key);
                part.write(tx);
            }
        }
    }

    void writeAll(Tx tx) {
        while (!parts.isEmpty()) {
            Object first = parts.keySet().iterator().next();
            Gathered part = parts.remove(first);
            if (part != null) {
                part.write(tx);
                keep(first, part);
            }
        }
    }

    private void keep(Object key, Gathered part) {
        if (part.lasts()) {
            lasting.put(key, part);
        }
    }

    /// The transaction has come to nothing.
    void clear() {
        parts.clear();
        lasting.clear();
    }

    private boolean concerns(Object key, Gathered part, String sql) {
        return concerned
                .computeIfAbsent(key, _ -> new HashMap<>())
                .computeIfAbsent(sql, part::concerns);
    }
}
