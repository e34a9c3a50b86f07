package dev.waybill.server.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How far an agent's mailbox has come, as the store knows it.
record Cursors(
        Addressee agent,
        long latest,
        long acked,
        long transport,
        @Nullable Long wireBase,
        @Nullable Instant settlesSinglyAt,
        long lastUrgent) {
    /// The same, if at least that much is settled, and that much has arrived.
    Cursors atLeast(long settled, long arrived) {
        return new Cursors(
                agent,
                latest,
                Math.max(acked, settled),
                Math.max(transport, arrived),
                wireBase,
                settlesSinglyAt,
                lastUrgent);
    }
}
