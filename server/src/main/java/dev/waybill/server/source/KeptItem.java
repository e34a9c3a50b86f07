package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.source.InboxItem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An event as one agent finds it.
///
/// @param subscriptionId of the subscription that wanted it; null for words that came from no source
public record KeptItem(
        String id,
        WorkspaceId workspace,
        AgentId agent,
        String sourceId,
        String nativeId,
        String variant,
        @Nullable String subscriptionId,
        Instant occurredAt,
        JsonNode metadata,
        JsonNode payload,
        @Nullable JsonNode providerPayload,
        @Nullable DeliveryHandle handle,
        DeliveryTerms terms,
        @Nullable Instant ackedAt) {
    InboxItem shown() {
        return new InboxItem(
                id,
                sourceId,
                nativeId,
                variant,
                Inbox.idOf(agent),
                occurredAt,
                metadata,
                payload,
                providerPayload,
                handle,
                ackedAt);
    }
}
