package dev.waybill.protocol.observe;

import dev.waybill.protocol.wire.WireWord;

/// A part of the workspace that an observer may be allowed to read.
public enum ObserverScope implements WireWord {
    STREAM_READ("stream:read"),
    MESSAGES_READ("messages:read"),
    THREADS_READ("threads:read"),
    DMS_READ("dms:read"),
    CHANNELS_READ("channels:read"),
    SEARCH_READ("search:read"),
    AGENTS_READ("agents:read"),
    NODES_READ("nodes:read"),
    DELIVERIES_READ("deliveries:read"),
    ACTIVITY_READ("activity:read"),
    FILES_READ("files:read"),
    REACTIONS_READ("reactions:read");

    private final String wire;

    ObserverScope(String wire) {
        this.wire = wire;
    }

    public static ObserverScope of(String word) {
        return WireWord.parse(ObserverScope.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
