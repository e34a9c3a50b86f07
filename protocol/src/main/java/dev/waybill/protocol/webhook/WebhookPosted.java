package dev.waybill.protocol.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What became of a post to a webhook: a message.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record WebhookPosted(
        MessageId messageId,
        String channel,
        String text,
        @Nullable String source,
        @Nullable String author,
        Instant createdAt) {}
