package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A prompt with its arguments filled in: the messages a conversation begins with.
public record PromptText(@Nullable String description, List<ObjectNode> messages) {
    public PromptText {
        messages = List.copyOf(messages);
    }

    /// One message of the user.
    public static PromptText of(@Nullable String description, String text) {
        ObjectNode message = Json.emptyObject().put("role", "user");
        message.putObject("content").put("type", "text").put("text", text);
        return new PromptText(description, List.of(message));
    }
}
