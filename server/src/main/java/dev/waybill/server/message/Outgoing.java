package dev.waybill.server.message;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.NewMessage;

/// A message on its way in, and whom it is for. Every door sends through [Messages#send] with one of these.
public sealed interface Outgoing {
    /// To everyone in a channel.
    record ToChannel(String channel, NewMessage message) implements Outgoing {
        /// Clients may write `#name`.
        public ToChannel {
            channel = channel.startsWith("#") ? channel.substring(1) : channel;
        }
    }

    /// To one agent, by name; `@self` is the sender.
    record ToAgent(String agent, NewMessage message) implements Outgoing {}

    /// To the others in a conversation, by its id.
    record ToConversation(String conversation, NewMessage message) implements Outgoing {}

    /// Into the thread of a message.
    record Reply(MessageId to, NewMessage message) implements Outgoing {}

    NewMessage message();

    /// Names operation and target, as idempotency keys are told apart by it.
    default String scope() {
        return switch (this) {
            case ToChannel(var channel, var _) -> "post " + channel;
            case ToAgent(var agent, var _) -> "dm " + agent;
            case ToConversation(var conversation, var _) -> "converse " + conversation;
            case Reply(var to, var _) -> "reply " + to;
        };
    }
}
