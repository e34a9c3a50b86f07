package dev.waybill.server.config;

/// How much is logged, and in which form.
public record LogConfig(Format format, Level level) {
    public static final LogConfig DEFAULTS = new LogConfig(Format.TEXT, Level.INFO);

    /// Text for people, JSON lines for collectors.
    public enum Format {
        TEXT,
        JSON
    }

    /// The least severe level that is written.
    public enum Level {
        ERROR,
        WARN,
        INFO,
        DEBUG
    }
}
