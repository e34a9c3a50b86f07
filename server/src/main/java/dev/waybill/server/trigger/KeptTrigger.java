package dev.waybill.server.trigger;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.trigger.Trigger;
import dev.waybill.server.follow.Watcher;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A trigger and how far along the ledger it has come.
record KeptTrigger(
        WorkspaceId workspace, Trigger trigger, long cursor, @Nullable Instant failingSince)
        implements Watcher {
    @Override
    public String id() {
        return trigger.id();
    }
}
