package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What was asked for, which never changes.
///
/// @param actor who asked; `asker` is the agent it is for, if any
/// @param payload as it was asked
/// @param input as the operation takes it
/// @param account what it is done with, which stays the same whatever is set later
/// @param lane those that share a credential take turns in it
record Order(
        String id,
        String actor,
        Asker asker,
        DeliveryHandle handle,
        String kind,
        String operation,
        boolean canonical,
        ObjectNode payload,
        ObjectNode input,
        References references,
        @Nullable String key,
        String hash,
        Account account,
        String lane,
        List<String> approvers,
        Instant createdAt) {
    Order {
        approvers = List.copyOf(approvers);
    }

    /// What it belongs to.
    record References(
            @Nullable String source,
            @Nullable String item,
            @Nullable String entry,
            @Nullable String correlation) {}

    /// The same for others to agree to.
    Order approvedBy(List<String> others) {
        return new Order(
                id,
                actor,
                asker,
                handle,
                kind,
                operation,
                canonical,
                payload,
                input,
                references,
                key,
                hash,
                account,
                lane,
                others,
                createdAt);
    }

    WorkspaceId workspace() {
        return asker.workspace();
    }
}
