package dev.waybill.server.config;

/// Whether there is a page for operators.
public record UiConfig(boolean enabled) {
    public static final UiConfig DEFAULTS = new UiConfig(true);
}
