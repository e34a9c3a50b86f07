package dev.waybill.server.config;

import java.util.Map;

/// A configuration together with where each of its values came from.
public record EffectiveConfig(Config config, Map<String, Origin> origins) {
    public EffectiveConfig {
        origins = Map.copyOf(origins);
    }

    public Origin origin(Setting<?> setting) {
        return origins.getOrDefault(setting.key(), new Origin.Default());
    }
}
