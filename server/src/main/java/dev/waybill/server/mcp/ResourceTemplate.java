package dev.waybill.server.mcp;

import org.jspecify.annotations.Nullable;

/// The form of addresses at which a host may read, such as `relay://channels/{name}/messages`.
public record ResourceTemplate(
        String uriTemplate,
        String name,
        @Nullable String title,
        @Nullable String description,
        String mimeType) {}
