package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.source.InboxPolicyChange;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Duration;

/// How each agent's events are gathered, and the number of its newest entry.
final class InboxTable {
    private static final String OPEN =
            "insert into event_inbox (agent_id, workspace_id) values (?, ?) on conflict (agent_id) do nothing";
    private static final String NEXT =
            "update event_inbox set last_sequence = last_sequence + 1 where agent_id = ? returning last_sequence";
    private static final String POLICY =
            "select is_gathering, window_ms, max_items, max_age_ms from event_inbox where agent_id = ?";
    private static final String CHANGE =
            """
            update event_inbox
            set is_gathering = coalesce(?, is_gathering), window_ms = coalesce(?, window_ms),
                max_items = coalesce(?, max_items), max_age_ms = coalesce(?, max_age_ms)
            where agent_id = ?
            """;

    /// The place of the next entry.
    long next(Tx tx, WorkspaceId workspace, AgentId agent) {
        tx.execute(OPEN, agent, workspace);
        return tx.first(NEXT, row -> row.number(1), agent).orElseThrow();
    }

    Inbox find(ReadTx tx, AgentId agent) {
        return tx.first(POLICY, InboxTable::read, agent).orElse(Inbox.USUAL);
    }

    void change(Tx tx, WorkspaceId workspace, AgentId agent, InboxPolicyChange wanted) {
        tx.execute(OPEN, agent, workspace);
        Boolean enabled = wanted.enabled();
        tx.execute(
                CHANGE,
                enabled == null ? null : Long.valueOf(enabled ? 1 : 0),
                wanted.windowMs(),
                wanted.maxItems(),
                wanted.maxThreadAgeMs(),
                agent);
    }

    private static Inbox read(Row row) {
        Long window = row.numberOrNull(2);
        Long items = row.numberOrNull(3);
        Long age = row.numberOrNull(4);
        return new Inbox(
                row.flag(1),
                window == null ? Inbox.USUAL.window() : Duration.ofMillis(window),
                items == null ? Inbox.USUAL.maxItems() : items.intValue(),
                age == null ? Inbox.USUAL.maxAge() : Duration.ofMillis(age));
    }
}
