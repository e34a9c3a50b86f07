package dev.waybill.server.trigger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.trigger.Trigger;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Triggers and how far each has come. The table has another name because SQL keeps `trigger` for itself.
final class TriggerTable {
    static final String NAME = "automation";

    private static final String INSERT =
            """
            insert into automation (id, workspace_id, channel, pattern, mention, action_name, is_enabled, created_at, cursor_seq)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select id, workspace_id, channel, pattern, mention, action_name, is_enabled, last_triggered_at, created_at,
                   updated_at, last_error, cursor_seq, failing_since
            from automation\
            """;
    private static final String CHANGE =
            """
            update automation
            set channel = ?, pattern = ?, mention = ?, action_name = ?, is_enabled = ?, updated_at = ?, cursor_seq = ?,
                failing_since = null, last_error = null
            where id = ?
            """;
    private static final String DELETE = "delete from automation where workspace_id = ? and id = ?";
    private static final String COUNT = "select count(*) from automation where workspace_id = ?";
    private static final String HANDLES =
            """
            select 1 from action
            where workspace_id = ? and name = ? and handler_node_id is null and handler_agent_id = ?
            """;

    private final Json json;

    TriggerTable(Json json) {
        this.json = json;
    }

    void insert(Tx tx, KeptTrigger kept) {
        Trigger trigger = kept.trigger();
        tx.execute(
                INSERT,
                trigger.id(),
                kept.workspace(),
                trigger.channel(),
                trigger.pattern(),
                text(trigger.mention()),
                trigger.actionName(),
                trigger.enabled() ? 1 : 0,
                trigger.createdAt(),
                kept.cursor());
    }

    void change(Tx tx, KeptTrigger kept) {
        Trigger trigger = kept.trigger();
        tx.execute(
                CHANGE,
                trigger.channel(),
                trigger.pattern(),
                text(trigger.mention()),
                trigger.actionName(),
                trigger.enabled() ? 1 : 0,
                trigger.updatedAt(),
                kept.cursor(),
                trigger.id());
    }

    Optional<KeptTrigger> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where id = ?", this::read, id);
    }

    List<KeptTrigger> all(ReadTx tx, WorkspaceId workspace) {
        return tx.list(
                SELECT + " where workspace_id = ? order by created_at, id limit 1000",
                this::read,
                workspace);
    }

    /// Those of every workspace that may fire.
    List<KeptTrigger> enabled(ReadTx tx) {
        return tx.list(SELECT + " where is_enabled = 1 order by id limit 10000", this::read);
    }

    long count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(COUNT, row -> row.number(1), workspace).orElse(0L);
    }

    boolean delete(Tx tx, WorkspaceId workspace, String id) {
        return tx.execute(DELETE, workspace, id) == 1;
    }

    /// Whether the agent itself answers the action.
    boolean handles(ReadTx tx, WorkspaceId workspace, String action, AgentId agent) {
        return tx.first(HANDLES, row -> row.number(1), workspace, action, agent).isPresent();
    }

    private @Nullable String text(@Nullable JsonNode mention) {
        return mention == null || mention.isNull() ? null : json.text(mention);
    }

    private KeptTrigger read(Row row) {
        String mention = row.textOrNull(5);
        return new KeptTrigger(
                new WorkspaceId(row.number(2)),
                new Trigger(
                        row.text(1),
                        row.textOrNull(3),
                        row.textOrNull(4),
                        mention == null ? null : json.tree(mention),
                        row.text(6),
                        row.flag(7),
                        row.instantOrNull(8),
                        row.instant(9),
                        row.instantOrNull(10),
                        row.textOrNull(11)),
                row.number(12),
                row.instantOrNull(13));
    }
}
