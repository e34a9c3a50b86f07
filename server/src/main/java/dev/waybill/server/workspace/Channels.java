package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import java.util.Optional;

/// Finds the channels of a workspace by name, inside a transaction. Conversations are no channels.
public final class Channels {
    private final ChannelTable channels = new ChannelTable();

    public Optional<ChannelId> find(ReadTx tx, WorkspaceId workspace, String name) {
        return place(tx, workspace, name).map(ChannelPlace::id);
    }

    /// The channel, archived or not; refuses when there is none.
    public ChannelId require(ReadTx tx, WorkspaceId workspace, String name) {
        return found(tx, workspace, name).id();
    }

    /// A channel that may be posted to and joined; refuses when there is none or it is archived.
    public ChannelId open(ReadTx tx, WorkspaceId workspace, String name) {
        ChannelPlace place = found(tx, workspace, name);
        if (place.isArchived()) {
            throw new Refusal(Reason.CHANNEL_ARCHIVED, "Channel \"" + name + "\" is archived");
        }
        return place.id();
    }

    private ChannelPlace found(ReadTx tx, WorkspaceId workspace, String name) {
        return place(tx, workspace, name).orElseThrow(() -> notFound(name));
    }

    private Optional<ChannelPlace> place(ReadTx tx, WorkspaceId workspace, String name) {
        return channels.find(tx, workspace, name);
    }

    static Refusal notFound(String name) {
        return new Refusal(Reason.CHANNEL_NOT_FOUND, "Channel \"" + name + "\" not found");
    }

    /// Where a name leads.
    record ChannelPlace(ChannelId id, boolean isArchived) {}
}
