package dev.waybill.server.provider;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One request to a provider and what came of it, without secrets and no longer than it may be kept.
///
/// @param digest the hash of the body that was sent
/// @param failure why there is no answer
public record Exchanged(
        Instant at,
        String method,
        String url,
        @Nullable String digest,
        @Nullable Integer status,
        @Nullable String answer,
        @Nullable String failure,
        Duration took) {}
