package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.attempt.Origins;
import dev.waybill.server.provider.Origin;
import java.util.Optional;

/// Tells those who answer where items, entries and sources lead.
public final class SourceOrigins implements Origins {
    private final Provenance provenance;
    private final Sources sources;

    SourceOrigins(Provenance provenance, Sources sources) {
        this.provenance = provenance;
        this.sources = sources;
    }

    @Override
    public Optional<Origin> answered(WorkspaceId workspace, DeliveryHandle handle) {
        return provenance.answered(workspace, handle);
    }

    @Override
    public Optional<ItemRef> item(WorkspaceId workspace, String itemId) {
        return provenance.item(workspace, itemId).map(SourceOrigins::ref);
    }

    @Override
    public Optional<ItemRef> entry(WorkspaceId workspace, String entryId) {
        return provenance.entry(workspace, entryId).map(SourceOrigins::ref);
    }

    @Override
    public Optional<SourceRef> source(WorkspaceId workspace, String sourceId) {
        return sources.find(workspace, sourceId)
                .map(
                        source ->
                                new SourceRef(
                                        source.id(),
                                        source.type().answered() ? source.type().host() : null,
                                        source.credential()));
    }

    private static ItemRef ref(Provenance.Whence whence) {
        return new ItemRef(
                whence.agent(),
                whence.itemId(),
                whence.entryId(),
                whence.sourceId(),
                whence.handle(),
                whence.itemHandles(),
                new Origin(
                        whence.itemId(), whence.sourceId(), whence.metadata(), whence.payload()));
    }
}
