package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What an agent reads and settles: one item (`item`), or a snapshot of several that belong together (`digest_snapshot`).
/// The fields of a single item stand beside it as well; those of a digest are null. `operations` names what can be done at
/// its handle, where that was asked for.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record InboxEntry(
        String entryId,
        String inboxId,
        String kind,
        long sequence,
        String itemId,
        @Nullable String sourceId,
        @Nullable String sourceNativeId,
        @Nullable String eventVariant,
        @Nullable Instant occurredAt,
        String summary,
        int count,
        List<String> itemIds,
        List<String> sourceIds,
        List<String> subscriptionIds,
        Instant firstItemAt,
        Instant lastItemAt,
        @Nullable DeliveryHandle deliveryHandle,
        @Nullable Instant ackedAt,
        @Nullable Instant supersededAt,
        @Nullable String threadId,
        @Nullable Long revision,
        @Nullable String groupKey,
        @Nullable String resourceRef,
        @Nullable String eventFamily,
        @Nullable InboxItem item,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> operations) {
    public InboxEntry {
        itemIds = List.copyOf(itemIds);
        sourceIds = List.copyOf(sourceIds);
        subscriptionIds = List.copyOf(subscriptionIds);
        operations = operations == null ? null : List.copyOf(operations);
    }
}
