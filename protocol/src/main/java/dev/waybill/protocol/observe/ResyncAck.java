package dev.waybill.protocol.observe;

/// Ends a replay on the stream: everything up to `currentSeq` has been sent, as far as it is still there.
public record ResyncAck(
        String type, long lastSeenSeq, long currentSeq, long replayed, boolean gapDetected) {
    public ResyncAck(long lastSeenSeq, long currentSeq, long replayed, boolean gapDetected) {
        this("resync_ack", lastSeenSeq, currentSeq, replayed, gapDetected);
    }
}
