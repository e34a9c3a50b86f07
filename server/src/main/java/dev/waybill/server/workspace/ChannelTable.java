package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;

/// Channels, by name within their workspace. Conversations are in the same table and never found here.
final class ChannelTable {
    private static final String INSERT =
            """
            insert into channel (id, workspace_id, name, topic, metadata, created_by, created_at)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, name) do nothing
            """;
    private static final String SELECT =
            """
            select c.id, c.name, c.topic, c.metadata, c.created_by, c.created_at, c.is_archived,
                (select count(*) from member m where m.channel_id = c.id)
            from channel c
            where c.workspace_id = ? and c.kind = 'channel'\
            """;
    private static final String CHANGE = "update channel set topic = ?, metadata = ? where id = ?";
    private static final String ARCHIVE =
            "update channel set is_archived = 1 where id = ? and is_archived = 0";

    private final Json json;

    ChannelTable(Json json) {
        this.json = json;
    }

    /// False when the name is taken.
    boolean insert(Tx tx, WorkspaceId workspace, Channel channel) {
        return 1
                == tx.execute(
                        INSERT,
                        channel.id(),
                        workspace,
                        channel.name(),
                        channel.topic(),
                        json.text(channel.metadata()),
                        channel.createdBy(),
                        channel.createdAt());
    }

    List<Channel> all(ReadTx tx, WorkspaceId workspace, boolean archivedToo) {
        return tx.list(
                SELECT + " and c.is_archived <= ? order by c.id limit 10000",
                this::read,
                workspace,
                archivedToo);
    }

    Optional<Channel> find(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(SELECT + " and c.name = ?", this::read, workspace, name);
    }

    void change(Tx tx, Channel channel) {
        tx.execute(CHANGE, channel.topic(), json.text(channel.metadata()), channel.id());
    }

    /// False when it is archived already.
    boolean archive(Tx tx, ChannelId channel) {
        return 1 == tx.execute(ARCHIVE, channel);
    }

    private Channel read(Row row) {
        Long creator = row.numberOrNull(5);
        return new Channel(
                new ChannelId(row.number(1)),
                row.text(2),
                row.textOrNull(3),
                json.tree(row.text(4)),
                creator == null ? null : new AgentId(creator),
                row.instant(6),
                row.flag(7),
                row.number(8));
    }
}
