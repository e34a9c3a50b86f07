package dev.waybill.server.follow;

import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something kept in the store that acts when certain things happen, and how far along the ledger it has come.
public interface Watcher {
    String id();

    WorkspaceId workspace();

    /// The number of the last row it has dealt with.
    long cursor();

    /// Since when it cannot deal with the next one.
    @Nullable Instant failingSince();
}
