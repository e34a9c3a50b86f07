package dev.waybill.protocol.message;

import dev.waybill.protocol.id.MessageId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a message and says in itself where it goes: exactly one of `channel`, `to`, `conversation_id` and `reply_to`.
public record SendRequest(
        @Nullable String channel,
        @Nullable String to,
        @Nullable String conversationId,
        @Nullable MessageId replyTo,
        String text,
        @Nullable ArrayNode blocks,
        @Nullable ObjectNode data,
        @Nullable InjectionMode mode,
        @Nullable List<String> attachments,
        @Nullable String contentType,
        @Nullable String from,
        @Nullable String idempotencyKey) {
    public SendRequest {
        NewMessage.check(text, attachments, contentType);
        attachments = attachments == null ? null : List.copyOf(attachments);
        long targets =
                Stream.of(channel, to, conversationId, replyTo).filter(Objects::nonNull).count();
        if (targets != 1) {
            throw new IllegalArgumentException(
                    "exactly one of channel, to, conversation_id and reply_to must be given");
        }
    }

    public NewMessage message() {
        return new NewMessage(text, blocks, data, mode, attachments, contentType, from);
    }
}
