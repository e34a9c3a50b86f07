package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.SessionEvent;
import dev.waybill.protocol.workspace.SessionEventType;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The newest events of each agent's session, numbered per agent.
final class SessionEventTable {
    private static final int KEPT = 5000;
    private static final long MAX_CHARACTERS = 4 << 20;

    private static final String NEXT =
            "update agent set event_seq = event_seq + 1 where id = ? returning event_seq";
    private static final String INSERT =
            """
            insert into session_event (agent_id, sequence, id, workspace_id, type, payload, created_at)
            values (?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String FORGET =
            "delete from session_event where agent_id = ? and sequence <= ?";
    private static final String SELECT =
            "select id, agent_id, type, payload, sequence, created_at from session_event where agent_id = ?";
    private static final String NEWEST = " order by sequence desc limit ?";

    private final Json json;

    SessionEventTable(Json json) {
        this.json = json;
    }

    long nextSequence(Tx tx, AgentId agent) {
        return tx.first(NEXT, row -> row.number(1), agent)
                .orElseThrow(() -> new IllegalStateException("no agent " + agent));
    }

    void insert(Tx tx, WorkspaceId workspace, SessionEvent event) {
        tx.execute(
                INSERT,
                event.agentId(),
                event.sequence(),
                event.id(),
                workspace,
                event.type().wire(),
                event.payload() == null ? null : json.text(event.payload()),
                event.createdAt());
        tx.execute(FORGET, event.agentId(), event.sequence() - KEPT);
    }

    /// Newest first, of one type or of all.
    List<SessionEvent> newest(
            ReadTx tx, AgentId agent, @Nullable SessionEventType type, int limit) {
        return type == null
                ? tx.page(SELECT + NEWEST, this::read, weight(), agent, limit)
                : tx.page(
                        SELECT + " and type = ?" + NEWEST,
                        this::read,
                        weight(),
                        agent,
                        type.wire(),
                        limit);
    }

    private static Weight<SessionEvent> weight() {
        return new Weight<>(
                event -> event.payload() == null ? 1 : event.payload().toString().length(),
                MAX_CHARACTERS);
    }

    private SessionEvent read(Row row) {
        String payload = row.textOrNull(4);
        return new SessionEvent(
                row.text(1),
                new AgentId(row.number(2)),
                SessionEventType.of(row.text(3)),
                payload == null ? null : json.tree(payload),
                row.number(5),
                row.instant(6));
    }
}
