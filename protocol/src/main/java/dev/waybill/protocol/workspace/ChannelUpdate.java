package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Changes a channel; what is left out stays.
public record ChannelUpdate(@Nullable String topic, @Nullable ObjectNode metadata) {
    public ChannelUpdate {
        Limits.check("topic and metadata", topic, metadata);
    }
}
