package dev.waybill.protocol.message;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// Asks for several messages at once; each is a [SendRequest], and each may fail alone.
public record NewBatch(List<JsonNode> messages) {
    public static final int MOST = 500;

    public NewBatch {
        if (messages.isEmpty() || messages.size() > MOST) {
            throw new IllegalArgumentException(
                    "messages are not 1 to " + MOST + ": " + messages.size());
        }
        messages = List.copyOf(messages);
    }
}
