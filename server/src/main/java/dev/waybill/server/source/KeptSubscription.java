package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.source.CleanupPolicy;
import dev.waybill.protocol.source.EventSubscription;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A subscription as it is kept.
///
/// @param nextSeq the event to look at next while it is behind; null once it gets events as they come
/// @param failures how often in a row that event could not be dealt with
/// @param retireAt when it ends by itself
record KeptSubscription(
        String id,
        WorkspaceId workspace,
        AgentId agent,
        String sourceId,
        JsonNode filter,
        @Nullable String trackedRef,
        CleanupPolicy cleanup,
        Start start,
        DeliveryTerms terms,
        boolean includeOwn,
        @Nullable Long nextSeq,
        long failures,
        @Nullable String lastError,
        @Nullable Instant retireAt,
        Instant createdAt) {
    EventSubscription shown() {
        return new EventSubscription(
                id,
                agent.text(),
                sourceId,
                filter,
                trackedRef,
                cleanup,
                start.policy().wire(),
                start.offset(),
                start.time(),
                terms.deliveryMode(),
                terms.priority(),
                includeOwn,
                retireAt,
                lastError,
                createdAt);
    }
}
