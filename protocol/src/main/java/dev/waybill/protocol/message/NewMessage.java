package dev.waybill.protocol.message;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a message. `from` names the agent a node speaks for.
public record NewMessage(
        String text,
        @Nullable ArrayNode blocks,
        @Nullable ObjectNode data,
        @Nullable InjectionMode mode,
        @Nullable List<String> attachments,
        @Nullable String contentType,
        @Nullable String from) {
    private static final int MAX_ATTACHMENTS = 100;
    private static final int MAX_CONTENT_TYPE = 255;

    public NewMessage {
        check(text, attachments, contentType);
        attachments = attachments == null ? null : List.copyOf(attachments);
    }

    /// A message from an agent itself, without files.
    public NewMessage(
            String text,
            @Nullable ArrayNode blocks,
            @Nullable ObjectNode data,
            @Nullable InjectionMode mode) {
        this(text, blocks, data, mode, null, null, null);
    }

    /// Throws when a message cannot be made of this.
    public static void check(
            String text, @Nullable List<String> attachments, @Nullable String contentType) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("text is empty");
        }
        if (attachments != null && attachments.size() > MAX_ATTACHMENTS) {
            throw new IllegalArgumentException(
                    "attachments are more than " + MAX_ATTACHMENTS + ": " + attachments.size());
        }
        if (contentType != null && contentType.length() > MAX_CONTENT_TYPE) {
            throw new IllegalArgumentException(
                    "content_type is longer than " + MAX_CONTENT_TYPE + " characters");
        }
    }
}
