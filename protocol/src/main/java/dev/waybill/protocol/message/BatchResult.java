package dev.waybill.protocol.message;

import org.jspecify.annotations.Nullable;

/// What became of one message of a batch: what its sending alone is answered with, or why it was refused.
public record BatchResult(
        boolean ok, @Nullable Object data, @Nullable Boolean replayed, @Nullable Fault error) {
    /// Why a message was refused.
    public record Fault(String code, String message) {}

    public static BatchResult sent(Object data, boolean replayed) {
        return new BatchResult(true, data, replayed ? true : null, null);
    }

    public static BatchResult refused(String code, String message) {
        return new BatchResult(false, null, null, new Fault(code, message));
    }
}
