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
                            .map(MessageEndpoints::integer)
                            .orElse(MessagePage.DEFAULT_LIMIT),
                    call.query("before").map(MessageId::parse).orElse(null),
                    call.query("after").map(MessageId::parse).orElse(null));
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static int integer(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("limit is not a number: '" + text + "'", e);
        }
    }

    private static Problem noChannel(Call call) {
        return new Problem(
                ErrorCode.CHANNEL_NOT_FOUND, "Channel \"" + call.path("name") + "\" not found");
    }
}
