package dev.waybill.sdk;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.id.DeliveryId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why a message comes and how to treat it; also where its receipt is made.
///
/// ```java
/// MessageHandler handler =
///         (message, context) ->
///                 context.priority() == Priority.URGENT
///                         ? context.delivered()
///                         : context.deferredFor(Duration.ofMinutes(1), "at lunch");
/// ```
///
/// @param id the delivery; another attempt has another id
public record MessageContext(
        DeliveryId id,
        DeliveryMode mode,
        DeliveryReason reason,
        Priority priority,
        @Nullable Instant deadline,
        @Nullable String idempotencyKey,
        Map<String, Object> metadata) {
    public MessageContext {
        metadata = Metadata.copy(metadata);
    }

    public MessageReceipt.Accepted accepted() {
        return new MessageReceipt.Accepted(id, false, Map.of());
    }

    /// Taken over for now: if nothing settles it, it comes again.
    public MessageReceipt.Accepted acceptedUnlessLost() {
        return new MessageReceipt.Accepted(id, true, Map.of());
    }

    public MessageReceipt.Delivered delivered() {
        return delivered(Map.of());
    }

    public MessageReceipt.Delivered delivered(Map<String, Object> metadata) {
        return new MessageReceipt.Delivered(id, metadata);
    }

    public MessageReceipt.Deferred deferredFor(Duration time, @Nullable String why) {
        return deferredUntil(Instant.now().plus(time), why);
    }

    public MessageReceipt.Deferred deferredUntil(Instant moment, @Nullable String why) {
        return new MessageReceipt.Deferred(id, moment, why, Map.of());
    }

    /// It does not come again. To have it come again, throw, or return [#failedForNow].
    public MessageReceipt.Failed failed(String why) {
        return new MessageReceipt.Failed(id, why, false, Map.of());
    }

    public MessageReceipt.Failed failedForNow(String why) {
        return new MessageReceipt.Failed(id, why, true, Map.of());
    }
}
