package dev.waybill.sdk;

import dev.waybill.protocol.id.DeliveryId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a session says became of one delivery.
///
/// [MessageContext] makes them, so that the delivery id need not be repeated:
///
/// ```java
/// MessageHandler handler =
///         (message, context) ->
///                 message.text().isBlank() ? context.failed("nothing in it") : context.delivered();
/// ```
public sealed interface MessageReceipt {
    /// The delivery it is about.
    DeliveryId deliveryId();

    Map<String, Object> metadata();

    /// Taken over, and not in front of the agent yet. It stays open until [RelayAgent#settle] says more or its time is over;
    /// if `retryable`, it comes again after a while unless it was settled.
    record Accepted(DeliveryId deliveryId, boolean retryable, Map<String, Object> metadata)
            implements MessageReceipt {
        public Accepted {
            metadata = Metadata.copy(metadata);
        }
    }

    /// In front of the agent; nothing more will happen to it.
    record Delivered(DeliveryId deliveryId, Map<String, Object> metadata)
            implements MessageReceipt {
        public Delivered {
            metadata = Metadata.copy(metadata);
        }
    }

    /// Understood, but not now: it comes again when it is due, under a new delivery id.
    record Deferred(
            DeliveryId deliveryId,
            Instant availableAt,
            @Nullable String reason,
            Map<String, Object> metadata)
            implements MessageReceipt {
        public Deferred {
            metadata = Metadata.copy(metadata);
        }
    }

    /// It could not, or will not, be delivered; if `retryable`, it comes again under a new delivery id.
    record Failed(
            DeliveryId deliveryId, String reason, boolean retryable, Map<String, Object> metadata)
            implements MessageReceipt {
        public Failed {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("a failure of " + deliveryId + " has no reason");
            }
            metadata = Metadata.copy(metadata);
        }
    }
}
