package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import java.util.Optional;

/// Finds the channels of a workspace by name, inside a transaction. Conversations are no channels.
public final class Channels {
    private static final String FIND =
            """
            select id, is_archived from channel
            where workspace_id = ? and name = ? and kind = 'channel'
            """;

    public Optional<ChannelId> find(ReadTx tx, WorkspaceId workspace, String name) {
        return place(tx, workspace, name).map(Place::id);
    }

    /// The channel, archived or not; refuses when there is none.
    public ChannelId require(ReadTx tx, WorkspaceId workspace, String name) {
        return place(tx, workspace, name).orElseThrow(() -> notFound(name)).id();
    }

    /// A channel that may be posted to and joined; refuses when there is none or it is archived.
    public ChannelId open(ReadTx tx, WorkspaceId workspace, String name) {
        Place place = place(tx, workspace, name).orElseThrow(() -> notFound(name));
        if (place.isArchived()) {
            throw archived(name);
        }
        return place.id();
    }

    static Refusal notFound(String name) {
        return new Refusal(Reason.CHANNEL_NOT_FOUND, "Channel \"" + name + "\" not found");
    }

    static Refusal archived(String name) {
        return new Refusal(Reason.CHANNEL_ARCHIVED, "Channel \"" + name + "\" is archived");
    }

    private static Optional<Place> place(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(
                FIND, row -> new Place(new ChannelId(row.number(1)), row.flag(2)), workspace, name);
    }

    private record Place(ChannelId id, boolean isArchived) {}
}
