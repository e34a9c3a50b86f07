package dev.waybill.server.ledger;

import java.util.List;

/// The events of some rows in sequence. All rows up to `scannedTo` are in it; `latest` is the last one there was.
public record LedgerPage(List<LedgerEvent> events, long scannedTo, long latest) {
    public LedgerPage {
        events = List.copyOf(events);
    }

    /// Whether there was more to read.
    public boolean more() {
        return scannedTo < latest;
    }
}
