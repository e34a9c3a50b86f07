package dev.waybill.sdk;

import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A message that the server has written down for good.
///
/// ```java
/// SentMessage sent = agent.send("#general", "Deploying now.");
/// agent.reply(sent.id(), "Done.");
/// ```
///
/// @param conversation the id of the conversation, where it was said in private
/// @param data the server's answer, in the spelling of the wire; it does not repeat what was said
public record SentMessage(
        MessageId id, @Nullable String conversation, Instant createdAt, JsonNode data) {
    static SentMessage of(JsonNode data) {
        return new SentMessage(
                MessageId.parse(data.path("id").asString("")),
                Wire.text(data.path("conversation_id")),
                Objects.requireNonNullElse(Wire.instant(data.path("created_at")), Instant.EPOCH),
                data);
    }
}
