package dev.waybill.protocol.webhook;

import java.time.Instant;

/// Answers the creation of a webhook; the only time its token is shown.
public record WebhookCreated(
        String webhookId,
        String name,
        String channel,
        String url,
        String token,
        boolean isActive,
        Instant createdAt) {
    /// Without the secret.
    @Override
    public String toString() {
        return "WebhookCreated[" + webhookId + " " + name + "]";
    }
}
