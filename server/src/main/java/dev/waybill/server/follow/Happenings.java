package dev.waybill.server.follow;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.Mentions;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Weight;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads what happened after a place in the ledger.
public final class Happenings {
    private static final int ROWS = 100;
    private static final long MAX_CHARACTERS = 1 << 20;

    private static final String AFTER =
            """
            select l.seq, l.type, case when c.kind = 'group' then cast(c.id as text) else c.name end, l.agent_id, l.payload, l.created_at,
                   m.id, m.channel_id, m.agent_id, a.name, m.text, m.blocks, m.metadata, m.mode, m.thread_id, m.attachments,
                   w.name
            from (
                select seq, type, channel_id, agent_id, subject, payload, created_at from ledger
                where workspace_id = ? and seq > ? order by seq limit ?) l
            left join channel c on c.id = l.channel_id
            left join message m on m.id = case
                when l.type in ('message.created', 'thread.reply', 'dm.received', 'group_dm.received')
                then cast(l.subject as bigint) end
            left join author a on a.id = m.agent_id
            left join author w on w.id = l.agent_id
            order by l.seq
            """;
    private static final String LATEST = "select ledger_seq from workspace where id = ?";

    private final Json json;

    public Happenings(Json json) {
        this.json = json;
    }

    /// The next rows in sequence, a bounded number; empty at the end.
    public List<Happening> after(ReadTx tx, WorkspaceId workspace, long seq) {
        return tx.page(
                AFTER,
                this::read,
                new Weight<>(happening -> happening.data().toString().length(), MAX_CHARACTERS),
                workspace,
                seq,
                ROWS);
    }

    /// The number of the last row there is.
    public static long latest(ReadTx tx, WorkspaceId workspace) {
        return tx.first(LATEST, row -> row.number(1), workspace).orElse(0L);
    }

    private Happening read(Row row) {
        Long agent = row.numberOrNull(4);
        Long message = row.numberOrNull(7);
        return new Happening(
                row.number(1),
                row.text(2),
                row.textOrNull(3),
                agent == null ? null : new AgentId(agent),
                row.textOrNull(17),
                row.textOrNull(11),
                message == null ? recorded(row.textOrNull(5)) : message(row, message),
                row.instant(6));
    }

    private ObjectNode recorded(@Nullable String payload) {
        return payload != null && json.tree(payload) instanceof ObjectNode fields
                ? fields
                : Json.emptyObject();
    }

    private ObjectNode message(Row row, long id) {
        String text = row.text(11);
        Long thread = row.numberOrNull(15);
        String blocks = row.textOrNull(12);
        String attachments = row.textOrNull(16);
        ObjectNode data = Json.emptyObject();
        data.put("id", Long.toString(id));
        data.put("channel_id", Long.toString(row.number(8)));
        data.put("channel_name", row.textOrNull(3));
        data.put("agent_id", Long.toString(row.number(9)));
        data.put("agent_name", row.text(10));
        data.put("from_name", row.text(10));
        data.put("text", text);
        data.set("blocks", blocks == null ? null : json.tree(blocks));
        data.set("metadata", json.tree(row.text(13)));
        data.put("thread_id", thread == null ? null : Long.toString(thread));
        data.put("injection_mode", row.text(14));
        if (attachments == null) {
            data.putArray("attachments");
        } else {
            data.set("attachments", json.tree(attachments));
        }
        Mentions.in(text).forEach(data.putArray("mentions")::add);
        data.put("created_at", Rfc3339.format(row.instant(6)));
        return data;
    }
}
