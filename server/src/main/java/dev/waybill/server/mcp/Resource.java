package dev.waybill.server.mcp;

import org.jspecify.annotations.Nullable;

/// Something a host may read, as it is listed.
public record Resource(
        String uri,
        String name,
        @Nullable String title,
        @Nullable String description,
        String mimeType) {}
