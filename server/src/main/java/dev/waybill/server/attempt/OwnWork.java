package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.store.ReadTx;

/// Tells what was made from here, so that it does not come back as something new.
public final class OwnWork {
    private final AttemptTable attempts;

    OwnWork(AttemptTable attempts) {
        this.attempts = attempts;
    }

    /// Whether that, as its provider calls it, was made by an attempt of the workspace, or is the id of one.
    public boolean ours(ReadTx tx, WorkspaceId workspace, String provider, String id) {
        return ShortId.is("dlv", id)
                ? attempts.find(tx, workspace, id).isPresent()
                : attempts.ours(tx, workspace, provider, id);
    }
}
