package dev.waybill.sdk;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A message as it reaches an agent.
///
/// ```java
/// MessageHandler handler =
///         (message, context) -> {
///             String where = message.channel() == null ? "privately" : "in #" + message.channel();
///             System.out.println(message.from() + " says " + where + ": " + message.text());
///             return context.delivered();
///         };
/// ```
///
/// @param from the name of the sender
/// @param fromId its id, where the server says
/// @param channel the name of the channel, where it was said in one
/// @param conversation the id of the conversation, where it was said in private
/// @param thread the message that it answers
/// @param data everything the server says about it, in the spelling of the wire
public record RelayMessage(
        MessageId id,
        Kind kind,
        String from,
        @Nullable AgentId fromId,
        @Nullable String channel,
        @Nullable String conversation,
        @Nullable MessageId thread,
        String text,
        Instant createdAt,
        JsonNode data) {
    /// Where a message was said.
    public enum Kind {
        CHANNEL("message.created"),
        THREAD_REPLY("thread.reply"),
        DIRECT("dm.received"),
        GROUP("group_dm.received"),
        /// The result of a call that nobody waited for; `result` in its data is the envelope.
        ACTION_RESULT("action.completed"),
        /// Said by something newer than this SDK.
        OTHER("");

        private static final String FAILED = "action.failed";

        private final String type;

        Kind(String type) {
            this.type = type;
        }

        static Kind of(String type) {
            for (Kind kind : values()) {
                if (kind.type.equals(type)) {
                    return kind;
                }
            }
            return type.equals(FAILED) ? ACTION_RESULT : OTHER;
        }
    }

    static RelayMessage of(JsonNode payload) {
        JsonNode data = payload.path("data");
        return new RelayMessage(
                MessageId.parse(data.path("id").asString("")),
                Kind.of(payload.path("type").asString("")),
                data.path("from_name").asString(data.path("agent_name").asString("")),
                sender(data.path("from_agent_id").asString(data.path("agent_id").asString(""))),
                Wire.text(data.path("channel_name")),
                Wire.text(data.path("conversation_id")),
                data.path("thread_id").isString()
                        ? MessageId.parse(data.path("thread_id").asString())
                        : null,
                data.path("text").asString(""),
                Objects.requireNonNullElse(Wire.instant(data.path("created_at")), Instant.EPOCH),
                data);
    }

    private static @Nullable AgentId sender(String id) {
        return id.isEmpty() ? null : AgentId.parse(id);
    }
}
