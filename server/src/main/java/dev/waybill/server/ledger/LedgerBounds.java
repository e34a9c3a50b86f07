package dev.waybill.server.ledger;

/// The first row that is still kept, and the last that was written. Where none is kept, the first is the next to come.
public record LedgerBounds(long oldest, long latest) {
    /// Whether somebody who has seen everything up to a number can be told all that came later.
    public boolean reach(long seen) {
        return seen >= oldest - 1 && seen <= latest;
    }
}
