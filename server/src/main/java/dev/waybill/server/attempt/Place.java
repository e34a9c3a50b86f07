package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.DeliveryHandle;
import org.jspecify.annotations.Nullable;

/// A place that was found, and what led there.
record Place(
        DeliveryHandle handle,
        Origins.@Nullable SourceRef source,
        @Nullable String itemId,
        @Nullable String entryId) {
    @Nullable String sourceId() {
        return source == null ? null : source.sourceId();
    }

    @Nullable String configRef() {
        return source == null ? null : source.configRef();
    }
}
