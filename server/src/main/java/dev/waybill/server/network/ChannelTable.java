package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Channels of the network that somebody here has given a purpose.
final class ChannelTable {
    private static final String KEEP =
            """
            insert into network_channel (workspace_id, channel, purpose, created_by, created_at) values (?, ?, ?, ?, ?)
            on conflict (workspace_id, channel) do update set purpose = coalesce(excluded.purpose, network_channel.purpose)
            """;

    void keep(
            Tx tx,
            WorkspaceId workspace,
            NetworkChannel channel,
            @Nullable String purpose,
            @Nullable String by,
            Instant now) {
        tx.execute(KEEP, workspace, channel.value(), purpose, by, now);
    }
}
