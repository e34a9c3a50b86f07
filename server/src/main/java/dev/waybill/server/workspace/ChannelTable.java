package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Channels.ChannelPlace;
import java.time.Instant;
import java.util.Optional;

/// Channels and who is in them.
final class ChannelTable {
    private static final String INSERT =
            "insert into channel (id, workspace_id, name, topic, created_at) values (?, ?, ?, ?, ?)";
    private static final String FIND =
            """
            select id, is_archived from channel
            where workspace_id = ? and name = ? and kind = 'channel'
            """;
    private static final String JOIN =
            """
            insert into member (channel_id, agent_id, role, joined_at)
            select id, ?, 'member', ? from channel where workspace_id = ? and name = ?
            """;

    void insert(Tx tx, ChannelId id, WorkspaceId workspace, NewChannel channel) {
        tx.execute(INSERT, id, workspace, channel.name(), channel.topic(), channel.createdAt());
    }

    Optional<ChannelPlace> find(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(
                FIND,
                row -> new ChannelPlace(new ChannelId(row.number(1)), row.flag(2)),
                workspace,
                name);
    }

    void join(Tx tx, WorkspaceId workspace, String channel, AgentId agent, Instant now) {
        tx.execute(JOIN, agent, now, workspace, channel);
    }

    record NewChannel(String name, String topic, Instant createdAt) {}
}
