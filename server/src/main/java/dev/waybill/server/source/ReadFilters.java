package dev.waybill.server.source;

import dev.waybill.server.source.filter.Filter;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The filters that were needed lately, so that they are not read anew for each event.
final class ReadFilters {
    private static final int MOST = 1_000;

    private final Map<JsonNode, Filter> kept =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<JsonNode, Filter> eldest) {
                    return size() > MOST;
                }
            };

    /// Whoever writes asks, and so does whoever reads for those that are behind.
    synchronized Filter of(JsonNode filter) {
        Filter known = kept.get(filter);
        if (known != null) {
            return known;
        }
        Filter read = Filter.parse(filter);
        kept.put(filter, read);
        return read;
    }
}
