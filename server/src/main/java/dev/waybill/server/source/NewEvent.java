package dev.waybill.server.source;

import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Something that happened, as its source tells it. The same native id and variant are the same event.
///
/// @param metadata the few facts that filters and people look at
/// @param raw what the source's own words come down to
/// @param providerRaw all of the source's words, where they are kept
/// @param handle where an answer would go
/// @param place where it happened, if the source is known to be about it and it may be renamed
/// @param digest of the bytes that were signed, where the id is not: the same bytes are the same event under any id
public record NewEvent(
        String nativeId,
        String variant,
        @Nullable Instant occurredAt,
        JsonNode metadata,
        JsonNode raw,
        @Nullable JsonNode providerRaw,
        @Nullable DeliveryHandle handle,
        @Nullable Located place,
        @Nullable String digest) {
    public NewEvent(
            String nativeId,
            String variant,
            @Nullable Instant occurredAt,
            JsonNode metadata,
            JsonNode raw,
            @Nullable JsonNode providerRaw,
            @Nullable DeliveryHandle handle) {
        this(nativeId, variant, occurredAt, metadata, raw, providerRaw, handle, null, null);
    }

    /// The same, told by bytes with that digest.
    public NewEvent provedBy(String bytes) {
        return new NewEvent(
                nativeId, variant, occurredAt, metadata, raw, providerRaw, handle, place, bytes);
    }

    /// The same, which happened there.
    public NewEvent in(Located where) {
        return new NewEvent(
                nativeId, variant, occurredAt, metadata, raw, providerRaw, handle, where, digest);
    }
}
