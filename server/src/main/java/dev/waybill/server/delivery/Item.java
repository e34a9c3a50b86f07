package dev.waybill.server.delivery;

import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.InjectionMode;

/// One place of a mailbox, as it goes out.
public sealed interface Item {
    long seq();

    /// A message.
    record Letter(
            long seq,
            DeliveryId delivery,
            MessageId message,
            int attempt,
            String reason,
            String channel,
            InjectionMode mode,
            Payload payload)
            implements Item {
        /// What sets the frame apart from others about the same message: some clients drop what they have seen.
        public String frameId() {
            return attempt == 1 ? message.text() : message.text() + "~" + attempt;
        }
    }

    /// Settled before it was sent, or not due; only the number is left.
    record Hole(long seq) implements Item {}
}
