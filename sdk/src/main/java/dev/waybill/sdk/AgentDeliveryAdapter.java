package dev.waybill.sdk;

import java.util.function.Consumer;

/// Brings messages to a harness that is not a session of ours: a terminal, an app server, a queue. Everything but its name
/// is optional, except that it has to take messages one way or the other.
///
/// ```java
/// record Terminal(String id, PrintStream screen) implements AgentDeliveryAdapter {
///     public MessageReceipt inject(RelayMessage message, MessageContext context) {
///         screen.println(message.from() + ": " + message.text());
///         return context.delivered();
///     }
/// }
/// ```
public interface AgentDeliveryAdapter extends MessageHandler {
    String id();

    default String kind() {
        return "custom";
    }

    default DeliveryCapabilities capabilities() {
        return DeliveryCapabilities.ALL;
    }

    /// Called before the first message.
    default void connect() throws Exception {}

    /// Called after the last message.
    default void disconnect() throws Exception {}

    /// Puts the message where the agent will see it.
    default MessageReceipt inject(RelayMessage message, MessageContext context) throws Exception {
        throw new RelayCapabilityException(
                "adapter " + id() + " has neither inject nor receiveMessage");
    }

    /// Takes the message; one that does not say how has it injected.
    @Override
    default MessageReceipt receiveMessage(RelayMessage message, MessageContext context)
            throws Exception {
        return inject(message, context);
    }

    default AgentRuntimeStatus status() throws Exception {
        return AgentRuntimeStatus.UNKNOWN;
    }

    /// Stops what the agent is doing.
    default void interrupt() throws Exception {
        throw new RelayCapabilityException("adapter " + id() + " cannot interrupt");
    }

    /// Tells `listener` what the agent does, for as long as the subscription is open. The runner reports it to the server.
    default Subscription onActivity(Consumer<AgentSessionEvent> listener) {
        return Subscription.NONE;
    }
}
