package dev.waybill.server.http.api;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.message.MessagePage;
import dev.waybill.server.message.Messages;

/// Answers for messages.
public final class MessageEndpoints {
    private final Messages messages;

    public MessageEndpoints(Messages messages) {
        this.messages = messages;
    }

    Answer post(Call call) {
        NewMessage wanted = call.body(NewMessage.class);
        return messages.post(Callers.agent(call), call.path("name"), wanted)
                .map(Answer::data)
                .orElseThrow(() -> noChannel(call));
    }

    Answer list(Call call) {
        return messages.list(call.caller().workspace(), call.path("name"), page(call))
                .map(Answer::data)
                .orElseThrow(() -> noChannel(call));
    }

    private static MessagePage page(Call call) {
        try {
            return new MessagePage(
                    call.query("limit")
                            .map(MessageEndpoints::limit)
                            .orElse(MessagePage.DEFAULT_LIMIT),
                    call.query("before").map(MessageId::parse).orElse(null),
                    call.query("after").map(MessageId::parse).orElse(null));
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    /// Clients send all kinds of limits; those that make no sense are brought into range instead of being refused.
    private static int limit(String text) {
        try {
            return Math.clamp(Long.parseLong(text), 1, MessagePage.MAX_LIMIT);
        } catch (NumberFormatException _) {
            return MessagePage.DEFAULT_LIMIT;
        }
    }

    private static Problem noChannel(Call call) {
        return new Problem(
                ErrorCode.CHANNEL_NOT_FOUND, "Channel \"" + call.path("name") + "\" not found");
    }
}
