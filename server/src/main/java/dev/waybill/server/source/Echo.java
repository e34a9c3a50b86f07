package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;

/// Knows what was made at a provider from here, so that it does not come back as news.
@FunctionalInterface
public interface Echo {
    /// For servers that make nothing elsewhere.
    Echo NONE = (_, _, _, _) -> false;

    /// Whether that is known to come from here.
    ///
    /// @param resourceId what the provider calls it, or the id of the attempt that its text names
    boolean ours(ReadTx tx, WorkspaceId workspace, String provider, String resourceId);
}
