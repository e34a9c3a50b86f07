package dev.waybill.server.config;

import java.util.List;

/// Which secrets are taken out of what sessions report: patterns beside the built-in ones, and which of those are off.
public record RedactionConfig(List<String> patterns, List<String> without) {
    public static final RedactionConfig DEFAULTS = new RedactionConfig(List.of(), List.of());

    public RedactionConfig {
        patterns = List.copyOf(patterns);
        without = List.copyOf(without);
    }
}
