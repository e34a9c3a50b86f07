package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a channel; whether its name will do is decided where channels are kept.
public record NewChannel(String name, @Nullable String topic, @Nullable ObjectNode metadata) {
    public NewChannel {
        Limits.check("topic and metadata", topic, metadata);
    }
}
