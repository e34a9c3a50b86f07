package dev.waybill.server.attempt;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Origin;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where items, entries and sources are looked up.
public interface Origins {
    /// Knows nothing.
    Origins NONE =
            new Origins() {
                @Override
                public Optional<ItemRef> item(WorkspaceId workspace, String itemId) {
                    return Optional.empty();
                }

                @Override
                public Optional<ItemRef> entry(WorkspaceId workspace, String entryId) {
                    return Optional.empty();
                }

                @Override
                public Optional<SourceRef> source(WorkspaceId workspace, String sourceId) {
                    return Optional.empty();
                }
            };

    /// What an item or an entry leads to.
    ///
    /// @param agent whose inbox it is in
    /// @param handle where an answer goes; none where its items lead to several places, or nowhere
    /// @param itemHandles the handles of all its items
    /// @param origin the event itself, where it is one
    record ItemRef(
            AgentId agent,
            String itemId,
            @Nullable String entryId,
            @Nullable String sourceId,
            @Nullable DeliveryHandle handle,
            List<DeliveryHandle> itemHandles,
            @Nullable Origin origin) {
        public ItemRef {
            itemHandles = List.copyOf(itemHandles);
        }
    }

    /// A source.
    ///
    /// @param provider the one it belongs to; none where any may be answered
    /// @param configRef the credential it is read with
    record SourceRef(String sourceId, @Nullable String provider, @Nullable String configRef) {}

    Optional<ItemRef> item(WorkspaceId workspace, String itemId);

    Optional<ItemRef> entry(WorkspaceId workspace, String entryId);

    Optional<SourceRef> source(WorkspaceId workspace, String sourceId);

    /// What is answered by its handle alone, where that says which event it was.
    default Optional<Origin> answered(WorkspaceId workspace, DeliveryHandle handle) {
        return Optional.empty();
    }
}
