package dev.waybill.protocol.webhook;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What an outside system posts. Whatever else it sends is ignored.
public record WebhookPost(
        @Nullable String text,
        @Nullable String message,
        @Nullable ArrayNode blocks,
        @Nullable String source,
        @Nullable String author,
        @Nullable ObjectNode payload) {
    public static final WebhookPost EMPTY = new WebhookPost(null, null, null, null, null, null);

    /// The words that become the message.
    public String words(String webhook) {
        if (text != null && !text.isEmpty()) {
            return text;
        }
        if (message != null && !message.isEmpty()) {
            return message;
        }
        return payload == null
                ? "Webhook event from " + (source == null ? "external" : source)
                : "Webhook " + webhook + ": " + payload;
    }
}
