package dev.waybill.protocol.delivery;

import java.util.List;

/// The dead letters that were sent again, oldest first, and whether there are more to ask for.
public record RedriveResult(List<Redriven> redriven, boolean hasMore) {
    public RedriveResult {
        redriven = List.copyOf(redriven);
    }
}
