package dev.waybill.server.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How far an agent's mailbox has come, as the store knows it.
record Cursors(
        Addressee agent,
        long latest,
        long acked,
        long transport,
        long wireBase,
        @Nullable Instant settlesSinglyAt) {
    /// The same, if at least that much is acknowledged.
    Cursors ackedTo(long seq) {
        return seq <= acked
                ? this
                : new Cursors(
                        agent, latest, seq, Math.max(transport, seq), wireBase, settlesSinglyAt);
    }
}
