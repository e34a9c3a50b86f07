package dev.waybill.protocol.source;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Settles entries: up to one, some by id, or all. Ids of items stand for the newest entry that holds them.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record InboxAck(
        @Nullable String throughEntryId, @Nullable List<String> entryIds, @Nullable Boolean all) {
    public InboxAck {
        entryIds = entryIds == null ? null : List.copyOf(entryIds);
        int ways =
                (throughEntryId == null ? 0 : 1)
                        + (entryIds == null ? 0 : 1)
                        + (all == null ? 0 : 1);
        if (ways != 1) {
            throw new IllegalArgumentException(
                    "exactly one of throughEntryId, entryIds and all is needed");
        }
        if (entryIds != null && entryIds.isEmpty()) {
            throw new IllegalArgumentException("entryIds is empty");
        }
        if (Boolean.FALSE.equals(all)) {
            throw new IllegalArgumentException("all is not true");
        }
    }
}
