package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Origin;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Supplies;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Tells where items and entries came from, and where an answer to them goes.
public final class Provenance {
    private final Supplies supplies;
    private final ItemTable items;
    private final EntryTable entries;
    private final MailOrigins mails;

    Provenance(Supplies supplies) {
        this.supplies = supplies;
        this.items = new ItemTable(supplies.json());
        this.entries = new EntryTable(supplies.json());
        this.mails = new MailOrigins(supplies);
    }

    /// Where something came from.
    ///
    /// @param entryId the newest entry that holds the item
    /// @param sourceId null for words that came from no source
    /// @param handle where an answer goes; null where there is no one such place
    /// @param itemHandles those of all items in it, each once
    /// @param metadata and payload of the newest item
    public record Whence(
            AgentId agent,
            String itemId,
            @Nullable String entryId,
            @Nullable String sourceId,
            @Nullable DeliveryHandle handle,
            List<DeliveryHandle> itemHandles,
            JsonNode metadata,
            JsonNode payload) {
        public Whence {
            itemHandles = List.copyOf(itemHandles);
        }
    }

    public Optional<Whence> item(WorkspaceId workspace, String id) {
        return supplies.database()
                .read(tx -> items.find(tx, workspace, id).map(item -> whence(tx, item)));
    }

    /// The event that a handle answers, where the handle says which one that is.
    Optional<Origin> answered(WorkspaceId workspace, DeliveryHandle handle) {
        return mails.find(workspace, handle);
    }

    private Whence whence(ReadTx tx, KeptItem item) {
        String entry = entries.ofItem(tx, item.id()).map(KeptEntry::id).orElse(null);
        return whence(List.of(item), entry, item.handle());
    }

    public Optional<Whence> entry(WorkspaceId workspace, String id) {
        return supplies.database()
                .read(
                        tx ->
                                entries.find(tx, id)
                                        .filter(entry -> entry.workspace().equals(workspace))
                                        .flatMap(entry -> whence(tx, entry)));
    }

    private Optional<Whence> whence(ReadTx tx, KeptEntry entry) {
        List<KeptItem> of = items.ofEntry(tx, entry.id());
        return of.isEmpty()
                ? Optional.empty()
                : Optional.of(whence(of, entry.id(), entry.handle()));
    }

    private static Whence whence(
            List<KeptItem> of, @Nullable String entry, @Nullable DeliveryHandle handle) {
        KeptItem newest = of.getLast();
        return new Whence(
                newest.agent(),
                newest.id(),
                entry,
                newest.subscriptionId() == null ? null : newest.sourceId(),
                handle,
                of.stream().map(KeptItem::handle).filter(Objects::nonNull).distinct().toList(),
                newest.metadata(),
                newest.payload());
    }
}
