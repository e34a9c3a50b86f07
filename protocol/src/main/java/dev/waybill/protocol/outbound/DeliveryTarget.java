package dev.waybill.protocol.outbound;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// How a request names a place: by a handle, by the parts of one, by an item, or by an entry. The source may be named
/// beside each of them.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record DeliveryTarget(
        @Nullable String sourceId,
        @Nullable DeliveryHandle deliveryHandle,
        @Nullable String provider,
        @Nullable String surface,
        @Nullable String targetRef,
        @Nullable String threadRef,
        @Nullable String replyMode,
        @Nullable String itemId,
        @Nullable String entryId) {
    public static DeliveryTarget of(DeliveryHandle handle) {
        return new DeliveryTarget(null, handle, null, null, null, null, null, null, null);
    }

    public static DeliveryTarget item(String item) {
        return new DeliveryTarget(null, null, null, null, null, null, null, item, null);
    }

    public static DeliveryTarget entry(String entry) {
        return new DeliveryTarget(null, null, null, null, null, null, null, null, entry);
    }

    /// Whether any part of a handle is given on its own.
    public boolean flat() {
        return provider != null
                || surface != null
                || targetRef != null
                || threadRef != null
                || replyMode != null;
    }
}
