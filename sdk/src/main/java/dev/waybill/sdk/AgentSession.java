package dev.waybill.sdk;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A running agent as the relay sees it: it can be given a message, and it can be let go.
///
/// ```java
/// record Printer(AgentIdentity identity) implements AgentSession {
///     public MessageReceipt receiveMessage(RelayMessage message, MessageContext context) {
///         System.out.println(message.from() + ": " + message.text());
///         return context.delivered();
///     }
/// }
/// ```
public interface AgentSession extends MessageHandler {
    AgentIdentity identity();

    /// What it can do; a message that asks for more is answered as failed without reaching it.
    default DeliveryCapabilities capabilities() {
        return DeliveryCapabilities.ALL;
    }

    /// Tells `listener` what the session does, for as long as the subscription is open. The runner reports it to the server.
    default Subscription onEvent(Consumer<AgentSessionEvent> listener) {
        return Subscription.NONE;
    }

    /// The session is not needed any more; [DeliveryRunner#release] says so.
    default void release(@Nullable String reason) {}
}
