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

    /// Whether that, as its provider calls it, was made by an attempt of the workspace. It may also be the id of an attempt,
    /// which a mark names: anybody can copy a mark, so that counts only while it is not known what the attempt has made.
    public boolean ours(ReadTx tx, WorkspaceId workspace, String provider, String id) {
        return ShortId.is("dlv", id)
                ? attempts.find(tx, workspace, id).filter(OwnWork::unclear).isPresent()
                : attempts.ours(tx, workspace, provider, id);
    }

    private static boolean unclear(Attempt attempt) {
        return !attempt.status().settled() && attempt.state().evidence().resourceId() == null;
    }
}
