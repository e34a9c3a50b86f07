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
        @Nullable Instant settlesSinglyAt) {}
