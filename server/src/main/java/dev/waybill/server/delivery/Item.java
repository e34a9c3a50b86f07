package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.MessageContext;
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
            int attempt,
            String reason,
            PostedMessage posted,
            Payload payload)
            implements Item {
        public MessageId message() {
            return posted.id();
        }

        public String channel() {
            return posted.room().id().text();
        }

        public InjectionMode mode() {
            return posted.mode();
        }

        public MessageContext context() {
            return posted.context(delivery, reason);
        }

        boolean urgent() {
            return posted.urgent();
        }

        /// What sets the frame apart from others about the same message: some clients drop what they have seen.
        public String frameId() {
            return attempt == 1 ? message().text() : message().text() + "~" + attempt;
        }
    }

    /// Settled before it was sent, or not due; only the number is left.
    record Hole(long seq) implements Item {}
}
