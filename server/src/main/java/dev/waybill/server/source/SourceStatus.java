package dev.waybill.server.source;

import dev.waybill.protocol.wire.WireWord;

/// Whether a source takes events.
public enum SourceStatus implements WireWord {
    ACTIVE("active"),
    /// It takes nothing until it is resumed.
    PAUSED("paused"),
    /// It takes events, but whoever reads it could not the last time.
    ERROR("error");

    private final String wire;

    SourceStatus(String wire) {
        this.wire = wire;
    }

    public static SourceStatus of(String word) {
        return WireWord.parse(SourceStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
