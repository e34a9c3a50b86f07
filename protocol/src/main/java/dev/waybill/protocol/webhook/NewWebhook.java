package dev.waybill.protocol.webhook;

import org.jspecify.annotations.Nullable;

/// Asks for a webhook that posts into a channel.
public record NewWebhook(@Nullable String name, String channel) {
    private static final int MAX_NAME = 100;

    public NewWebhook {
        if (name != null
                && (name.isBlank()
                        || name.length() > MAX_NAME
                        || !name.equals(name.strip())
                        || name.codePoints().anyMatch(Character::isISOControl))) {
            throw new IllegalArgumentException(
                    "name is not 1 to "
                            + MAX_NAME
                            + " visible characters, or has spaces at an end");
        }
    }
}
