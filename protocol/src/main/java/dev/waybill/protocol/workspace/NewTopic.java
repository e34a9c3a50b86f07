package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;

/// Sets the topic of a channel, or takes it away.
public record NewTopic(@Nullable String topic) {
    public NewTopic {
        Limits.check("the topic's characters", topic);
    }
}
