package dev.waybill.server.delivery;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.wire.WireWord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A change around an agent that is good to know and needs no acknowledgement.
public record ContextUpdate(Topic topic, String event, @Nullable ChannelId channel, JsonNode data) {
    /// What kind of thing has changed.
    public enum Topic implements WireWord {
        PRESENCE("presence"),
        CHANNEL("channel"),
        THREAD("thread"),
        AGENT("agent");

        private final String wire;

        Topic(String wire) {
            this.wire = wire;
        }

        @Override
        public String wire() {
            return wire;
        }
    }
}
