package dev.waybill.protocol.message;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a message in a channel.
public record NewMessage(
        String text,
        @Nullable ArrayNode blocks,
        @Nullable ObjectNode data,
        @Nullable InjectionMode mode) {
    public NewMessage {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("text is empty");
        }
    }
}
