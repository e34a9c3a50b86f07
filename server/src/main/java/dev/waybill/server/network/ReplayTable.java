package dev.waybill.server.network;

import dev.waybill.protocol.network.ReplayKey;
import dev.waybill.server.store.Tx;
import java.time.Instant;

/// Which envelopes were here before, as long as a copy could pass for new. Survives restarts.
final class ReplayTable {
    private static final String FIRST =
            """
            insert into network_replay (key, until) values (?, ?)
            on conflict (key) do update set until = excluded.until where network_replay.until < ?
            """;

    /// Remembers it; false when it was here before.
    boolean first(Tx tx, ReplayKey key, long until, Instant now) {
        return tx.execute(FIRST, key.hash(), until, now.getEpochSecond()) == 1;
    }
}
