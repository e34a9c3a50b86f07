package dev.waybill.server.store;

import java.util.List;

/// What a work is about to look up, told before it runs. A database that is reached over the network takes a while to
/// answer, so a batch asks once for all its works. A work that has told nothing, or the wrong thing, asks by itself.
public interface LookUp {
    /// Looks up what this one and the others want; all are of the same class.
    void together(Tx tx, List<LookUp> all);

    /// Whether others have to wait for what it looks up, until the commit. Such ones come last and see what the others found.
    default boolean locks() {
        return false;
    }
}
