package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import java.util.Optional;

/// The channels of a workspace.
public final class Channels {
    private final ChannelTable channels = new ChannelTable();

    public Optional<ChannelId> find(ReadTx tx, WorkspaceId workspace, String name) {
        return channels.find(tx, workspace, name);
    }
}
