package dev.waybill.server.rule;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.rule.Rule;
import org.jspecify.annotations.Nullable;

/// How what a rule says is to be delivered, as it is kept.
record Terms(
        @Nullable InjectionMode mode,
        @Nullable DeliveryMode deliveryMode,
        @Nullable Priority priority,
        @Nullable Long ttlMs) {
    static Terms of(Rule rule) {
        return new Terms(rule.mode(), rule.deliveryMode(), rule.priority(), rule.ttlMs());
    }

    /// An agent is told why it gets this; in a channel it is a message like any other.
    DeliveryTerms delivery(boolean toAgent) {
        return new DeliveryTerms(
                deliveryMode,
                toAgent ? DeliveryReason.NOTIFICATION : null,
                priority,
                null,
                ttlMs,
                null);
    }
}
