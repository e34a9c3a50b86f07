package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What a look at the events has brought.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record SubscriptionPolled(
        String subscriptionId,
        String sourceId,
        int eventsRead,
        int matched,
        int inboxItemsCreated,
        @Nullable Long committedOffset,
        String note) {}
