package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.attempt.Origins;
import dev.waybill.server.provider.Origin;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Supplies;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tells where items and entries came from, and where an answer to them goes. Of several items the newest is answered.
public final class Provenance implements Origins {
    private final Supplies supplies;
    private final ItemTable items;
    private final EntryTable entries;
    private final SourceTable sources;

    Provenance(Supplies supplies) {
        this.supplies = supplies;
        this.items = new ItemTable(supplies.json());
        this.entries = new EntryTable(supplies.json());
        this.sources = new SourceTable(supplies.json());
    }

    @Override
    public Optional<ItemRef> item(WorkspaceId workspace, String itemId) {
        return supplies.database()
                .read(tx -> items.find(tx, workspace, itemId).map(item -> reference(tx, item)));
    }

    private ItemRef reference(ReadTx tx, KeptItem item) {
        String entry = entries.ofItem(tx, item.id()).map(KeptEntry::id).orElse(null);
        return reference(List.of(item), entry, item.handle());
    }

    @Override
    public Optional<ItemRef> entry(WorkspaceId workspace, String entryId) {
        return supplies.database()
                .read(
                        tx ->
                                entries.find(tx, entryId)
                                        .filter(entry -> entry.workspace().equals(workspace))
                                        .flatMap(entry -> reference(tx, entry)));
    }

    private Optional<ItemRef> reference(ReadTx tx, KeptEntry entry) {
        List<KeptItem> of = items.ofEntry(tx, entry.id());
        return of.isEmpty()
                ? Optional.empty()
                : Optional.of(reference(of, entry.id(), entry.handle()));
    }

    private static ItemRef reference(
            List<KeptItem> of, @Nullable String entry, @Nullable DeliveryHandle handle) {
        KeptItem newest = of.getLast();
        String source = newest.subscriptionId() == null ? null : newest.sourceId();
        return new ItemRef(
                newest.id(),
                entry,
                source,
                handle,
                of.stream().map(KeptItem::handle).filter(Objects::nonNull).distinct().toList(),
                new Origin(newest.id(), source, newest.metadata(), newest.payload()));
    }

    @Override
    public Optional<SourceRef> source(WorkspaceId workspace, String sourceId) {
        return supplies.database()
                .read(tx -> sources.find(tx, workspace, sourceId))
                .map(
                        source ->
                                new SourceRef(
                                        source.id(), provider(source.type()), source.credential()));
    }

    /// What is told by anybody may be answered anywhere.
    private static @Nullable String provider(SourceType type) {
        return switch (type) {
            case GITHUB_REPO, GITHUB_REPO_CI, FEISHU_BOT, EMAIL -> type.host();
            case LOCAL_EVENT, WEBHOOK -> null;
        };
    }
}
