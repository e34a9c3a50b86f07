package dev.waybill.server.config;

/// How much room uploaded files may take: one of them, and those of a workspace together.
public record FilesConfig(long maxBytes, long maxTotalBytes) {
    public static final FilesConfig DEFAULTS = new FilesConfig(100L << 20, 10L << 30);
}
