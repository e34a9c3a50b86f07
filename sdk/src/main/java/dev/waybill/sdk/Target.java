package dev.waybill.sdk;

import java.util.function.Consumer;

/// Where deliveries are handed to: a session, an adapter, or just a handler.
record Target(MessageHandler handler) {
    void connect() throws Exception {
        if (handler instanceof AgentDeliveryAdapter adapter) {
            adapter.connect();
        }
    }

    void disconnect() throws Exception {
        if (handler instanceof AgentDeliveryAdapter adapter) {
            adapter.disconnect();
        }
    }

    DeliveryCapabilities capabilities() {
        return switch (handler) {
            case AgentSession session -> session.capabilities();
            case AgentDeliveryAdapter adapter -> adapter.capabilities();
            default -> DeliveryCapabilities.ALL;
        };
    }

    Subscription listen(Consumer<AgentSessionEvent> listener) {
        return switch (handler) {
            case AgentSession session -> session.onEvent(listener);
            case AgentDeliveryAdapter adapter -> adapter.onActivity(listener);
            default -> Subscription.NONE;
        };
    }

    /// What the target says became of it; a failure that is not its own when it does not know the mode.
    MessageReceipt handOver(InboxItem item) throws Exception {
        MessageContext context = item.context();
        if (!capabilities().modes().contains(context.mode())) {
            return context.failed("unsupported_mode: " + context.mode().wire());
        }
        MessageReceipt receipt = handler.receiveMessage(item.message(), context);
        if (receipt == null || !receipt.deliveryId().equals(context.id())) {
            throw new IllegalStateException(
                    "the receipt for "
                            + context.id()
                            + " is "
                            + receipt
                            + ", which is not about it");
        }
        return receipt;
    }
}
