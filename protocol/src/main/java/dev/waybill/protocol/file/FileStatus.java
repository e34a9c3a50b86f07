package dev.waybill.protocol.file;

import dev.waybill.protocol.wire.WireWord;

/// How far a file has come.
public enum FileStatus implements WireWord {
    PENDING("pending"),
    COMPLETE("complete"),
    DELETED("deleted");

    private final String wire;

    FileStatus(String wire) {
        this.wire = wire;
    }

    public static FileStatus of(String word) {
        return WireWord.parse(FileStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
