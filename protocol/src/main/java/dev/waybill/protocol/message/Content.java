package dev.waybill.protocol.message;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is said, without by whom, where and when.
public record Content(
        String text,
        @Nullable JsonNode blocks,
        JsonNode metadata,
        List<Attachment> attachments,
        InjectionMode mode) {
    public Content {
        attachments = List.copyOf(attachments);
    }
}
