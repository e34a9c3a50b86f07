package dev.waybill.server.message;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;

/// What is refused about messages, in words for the caller.
final class Refusals {
    private Refusals() {}

    static Refusal noChannel(String name) {
        return new Refusal(Reason.CHANNEL_NOT_FOUND, "Channel \"" + name + "\" not found");
    }

    static Refusal noMessage(String id) {
        return new Refusal(Reason.MESSAGE_NOT_FOUND, "Message \"" + id + "\" not found");
    }

    static Refusal noConversation(String id) {
        return new Refusal(
                Reason.DM_CONVERSATION_NOT_FOUND, "Conversation \"" + id + "\" not found");
    }

    static Refusal notInConversation(String id) {
        return new Refusal(Reason.FORBIDDEN, "You are not in conversation \"" + id + "\"");
    }
}
