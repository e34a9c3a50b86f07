package dev.waybill.sdk;

/// Takes one message and says what became of it.
///
/// ```java
/// MessageHandler printer =
///         (message, context) -> {
///             System.out.println(message.from() + ": " + message.text());
///             return context.delivered();
///         };
/// ```
@FunctionalInterface
public interface MessageHandler {
    /// Called for one message of an agent at a time, in order, and once per delivery id. Throwing asks for another attempt.
    MessageReceipt receiveMessage(RelayMessage message, MessageContext context) throws Exception;
}
