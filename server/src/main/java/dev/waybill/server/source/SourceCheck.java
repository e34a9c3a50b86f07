package dev.waybill.server.source;

import tools.jackson.databind.JsonNode;

/// Looks at the configuration of a source before it is kept.
@FunctionalInterface
public interface SourceCheck {
    /// For where nobody reads configurations.
    SourceCheck NONE = (_, _, _) -> {};

    /// Refuses what whoever takes in the source's events could not use.
    void check(SourceType type, String key, JsonNode config);
}
