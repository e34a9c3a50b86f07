package dev.waybill.sdk;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.time.Rfc3339;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A message that is about to be sent, and how it is to be delivered. Each method answers another draft.
///
/// ```java
/// agent.send(
///         MessageDraft.to("@bob", "When you have a minute: review 42?")
///                 .mode(DeliveryMode.ON_IDLE)
///                 .timeToLive(Duration.ofMinutes(30)));
/// ```
public final class MessageDraft {
    private final ObjectNode fields;

    private MessageDraft(ObjectNode fields) {
        this.fields = fields;
    }

    /// To `#channel` or `@agent`.
    public static MessageDraft to(String address, String text) {
        if (address.length() < 2) {
            throw addressing(address);
        }
        String name = address.substring(1);
        return switch (address.charAt(0)) {
            case '#' -> of("channel", name, text);
            case '@' -> of("to", name, text);
            default -> throw addressing(address);
        };
    }

    /// Into the thread of a message.
    public static MessageDraft replyTo(MessageId message, String text) {
        return of("reply_to", message.text(), text);
    }

    /// Into a conversation of two or more, by its id.
    public static MessageDraft inConversation(String conversation, String text) {
        return of("conversation_id", conversation, text);
    }

    /// When it should surface to those who get it.
    public MessageDraft mode(DeliveryMode mode) {
        return with("delivery_mode", mode.wire());
    }

    public MessageDraft reason(DeliveryReason reason) {
        return with("reason", reason.wire());
    }

    /// Goes before everything that is not urgent.
    public MessageDraft urgent() {
        return with("priority", Priority.URGENT.wire());
    }

    /// Not to be delivered after that moment; the sender is told if it was not.
    public MessageDraft deadline(Instant moment) {
        return with("deadline", Rfc3339.format(moment));
    }

    /// How long it may wait; the sender is told if it waited longer.
    public MessageDraft timeToLive(Duration time) {
        ObjectNode copy = fields.deepCopy();
        copy.put("ttl_ms", time.toMillis());
        return new MessageDraft(copy);
    }

    /// Reaches those who get it as [MessageContext#metadata].
    public MessageDraft metadata(Map<String, Object> metadata) {
        return with("delivery_metadata", Wire.object(metadata));
    }

    /// Stays with the message, beside its text.
    public MessageDraft data(Map<String, Object> data) {
        return with("data", Wire.object(data));
    }

    /// Of several messages with the same key only the first is sent; the others get its answer. One is made up otherwise.
    public MessageDraft idempotencyKey(String key) {
        return with("idempotency_key", key);
    }

    /// The `message.send` frame; `from` is the agent that a node speaks for.
    ObjectNode frame(@Nullable String from) {
        ObjectNode frame = fields.deepCopy();
        frame.put("type", "message.send");
        frame.put("answer", AnswerForm.MINIMAL.wire());
        if (!frame.has("idempotency_key")) {
            frame.put("idempotency_key", UUID.randomUUID().toString());
        }
        if (from != null) {
            frame.put("from", from);
        }
        return frame;
    }

    private static MessageDraft of(String kind, String target, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a message to " + target + " has no text");
        }
        return new MessageDraft(Json.emptyObject().put(kind, target).put("text", text));
    }

    private MessageDraft with(String field, String value) {
        return new MessageDraft(fields.deepCopy().put(field, value));
    }

    private MessageDraft with(String field, ObjectNode value) {
        ObjectNode copy = fields.deepCopy();
        copy.set(field, value);
        return new MessageDraft(copy);
    }

    private static IllegalArgumentException addressing(String address) {
        return new IllegalArgumentException(
                "'" + address + "' is neither #channel nor @agent: say to whom it goes");
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
