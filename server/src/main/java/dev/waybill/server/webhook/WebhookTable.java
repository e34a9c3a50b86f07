package dev.waybill.server.webhook;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;

/// Webhooks, by id within their workspace.
final class WebhookTable {
    private static final String CHANNEL =
            """
            select id from channel
            where workspace_id = ? and name = ? and kind = 'channel' and is_archived = 0
            """;
    private static final String INSERT =
            """
            insert into webhook (id, workspace_id, channel_id, agent_id, name, created_at)
            values (?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select w.id, w.workspace_id, w.channel_id, c.name, w.agent_id, a.name, w.name, w.created_at
            from webhook w join channel c on c.id = w.channel_id join author a on a.id = w.agent_id
            where w.workspace_id = ? and w.is_active = 1\
            """;
    private static final String COUNT =
            "select count(*) from webhook where workspace_id = ? and is_active = 1";
    private static final String DELETE = "delete from webhook where id = ?";

    Optional<ChannelId> channel(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(CHANNEL, row -> new ChannelId(row.number(1)), workspace, name);
    }

    void insert(Tx tx, InboundWebhook webhook) {
        tx.execute(
                INSERT,
                webhook.id(),
                webhook.workspace(),
                webhook.channel(),
                webhook.agent(),
                webhook.name(),
                webhook.createdAt());
    }

    Optional<InboundWebhook> find(ReadTx tx, WorkspaceId workspace, String id) {
        return tx.first(SELECT + " and w.id = ?", WebhookTable::read, workspace, id);
    }

    List<InboundWebhook> all(ReadTx tx, WorkspaceId workspace) {
        return tx.list(
                SELECT + " order by w.created_at, w.id limit 1000", WebhookTable::read, workspace);
    }

    long count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(COUNT, row -> row.number(1), workspace).orElse(0L);
    }

    void delete(Tx tx, String id) {
        tx.execute(DELETE, id);
    }

    private static InboundWebhook read(Row row) {
        return new InboundWebhook(
                row.text(1),
                new WorkspaceId(row.number(2)),
                new ChannelId(row.number(3)),
                row.text(4),
                new AgentId(row.number(5)),
                row.text(6),
                row.text(7),
                row.instant(8));
    }
}
