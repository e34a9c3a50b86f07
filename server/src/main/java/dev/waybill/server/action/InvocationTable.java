package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Invocations, open and settled. One that is settled never changes again.
final class InvocationTable {
    /// How many ids are listed at once.
    static final int PAGE = 1000;

    private static final String COLUMNS =
            """
            select id, action_name, caller_id, caller_name, input, output, status, error, duration_ms,
                dispatched_node_id, dispatched_at, created_at, completed_at, workspace_id, action_id, handler_agent_id,
                handler_node_id, provider, attempts, next_attempt_at, unreachable_since, is_queued
            from invocation where\
            """;
    private static final String OPEN = "select id from invocation where completed_at is null";
    private static final String IN_ORDER = " order by id limit " + PAGE;
    private static final String FOR_NODE =
            """
             and ((coalesce(dispatched_node_id, handler_node_id) = ? and coalesce(provider, 'default') = ?)
                or handler_agent_id in (
                    select id from agent where node_id = ? and coalesce(provider, 'default') = ?))\
            """;
    private static final String SPAWNS_ON_NODE =
            """
             and action_id is null and action_name <> 'release' and status = 'dispatched'
                and dispatched_node_id = ? and coalesce(provider, 'default') = ?\
            """;
    private static final String INSERT =
            """
            insert into invocation (id, workspace_id, action_id, action_name, caller_id, caller_name, handler_agent_id,
                handler_node_id, provider, input, status, is_queued, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)
            """;
    private static final String DISPATCHED =
            """
            update invocation set status = 'dispatched', dispatched_node_id = ?, provider = ?, dispatched_at = ?,
                attempts = attempts + 1, next_attempt_at = ?, unreachable_since = null
            where id = ?
            """;
    private static final String WAITING =
            """
            update invocation set status = 'pending', next_attempt_at = ?,
                unreachable_since = coalesce(unreachable_since, ?)
            where id = ?
            """;
    private static final String SETTLE =
            """
            update invocation set status = ?, output = ?, error = ?, completed_at = ?, duration_ms = ?
            where id = ? and completed_at is null
            """;
    private static final String WAITING_FOR_NODE =
            """
            select count(*) from invocation
            where completed_at is null and status = 'pending' and handler_node_id = ? and provider = ?
            """;
    private static final String WAITING_FOR_AGENT =
            """
            select count(*) from invocation
            where completed_at is null and status = 'pending' and handler_agent_id = ?
            """;

    private final Json json;

    InvocationTable(Json json) {
        this.json = json;
    }

    void insert(Tx tx, KeptInvocation kept) {
        Invocation invocation = kept.invocation();
        tx.execute(
                INSERT,
                kept.id().value(),
                kept.workspace(),
                kept.action() == null ? null : kept.action().value(),
                invocation.actionName(),
                invocation.callerId(),
                invocation.callerName(),
                kept.handlerAgent(),
                kept.handlerNode() == null ? null : kept.handlerNode().value(),
                kept.provider(),
                json.text(invocation.input()),
                kept.queued(),
                invocation.createdAt());
    }

    Optional<KeptInvocation> find(ReadTx tx, InvocationId id) {
        return tx.first(COLUMNS + " id = ?", this::read, id.value());
    }

    /// Open ones after that id, the oldest first.
    List<InvocationId> open(ReadTx tx, String after) {
        return ids(tx, " and id > ?", after);
    }

    List<InvocationId> openOf(ReadTx tx, ActionId action) {
        return ids(tx, " and action_id = ?", action.value());
    }

    List<InvocationId> openFor(ReadTx tx, AgentId agent) {
        return ids(tx, " and handler_agent_id = ?", agent);
    }

    /// What the provider was sent or is to be sent, for itself or for an agent it runs.
    List<InvocationId> openFor(ReadTx tx, NodeId node, String provider) {
        return ids(tx, FOR_NODE, node.value(), provider, node.value(), provider);
    }

    /// What the provider was asked to start and has not said to run.
    List<InvocationId> openSpawns(ReadTx tx, NodeId node, String provider) {
        return ids(tx, SPAWNS_ON_NODE, node.value(), provider);
    }

    /// How many wait for the same handler.
    long waiting(ReadTx tx, Handler handler) {
        return switch (handler) {
            case Handler.OfAgent(var agent) -> count(tx, WAITING_FOR_AGENT, agent);
            case Handler.OfNode(var node, var provider) ->
                    count(tx, WAITING_FOR_NODE, node.value(), provider);
            case Handler.Spawn _, Handler.Release _ -> 0;
        };
    }

    /// Where an invocation was sent, and when to think it lost.
    record Sent(NodeId node, @Nullable String provider, Instant at, Instant lostAt) {}

    void dispatched(Tx tx, InvocationId id, Sent sent) {
        tx.execute(
                DISPATCHED,
                sent.node().value(),
                sent.provider(),
                sent.at(),
                sent.lostAt(),
                id.value());
    }

    /// Its handler cannot be reached now; `since` counts unless it could not before.
    void waiting(Tx tx, InvocationId id, Instant nextAttemptAt, Instant since) {
        tx.execute(WAITING, nextAttemptAt, since, id.value());
    }

    /// How an invocation ended.
    record End(
            InvocationStatus status,
            @Nullable String output,
            @Nullable String error,
            Instant at,
            long durationMs) {}

    /// False when it was settled before.
    boolean settle(Tx tx, InvocationId id, End end) {
        return 1
                == tx.execute(
                        SETTLE,
                        end.status().wire(),
                        end.output(),
                        end.error(),
                        end.at(),
                        end.durationMs(),
                        id.value());
    }

    private static List<InvocationId> ids(ReadTx tx, String which, Object... values) {
        return tx.list(OPEN + which + IN_ORDER, row -> new InvocationId(row.text(1)), values);
    }

    private static long count(ReadTx tx, String sql, Object... values) {
        return tx.first(sql, row -> row.number(1), values).orElse(0L);
    }

    private KeptInvocation read(Row row) {
        Long caller = row.numberOrNull(3);
        Long handlerAgent = row.numberOrNull(16);
        String action = row.textOrNull(15);
        Invocation invocation =
                new Invocation(
                        new InvocationId(row.text(1)),
                        row.text(2),
                        caller == null ? null : new AgentId(caller),
                        row.textOrNull(4),
                        json.tree(row.text(5)),
                        tree(row.textOrNull(6)),
                        InvocationStatus.of(row.text(7)),
                        row.textOrNull(8),
                        row.numberOrNull(9),
                        node(row.textOrNull(10)),
                        row.instantOrNull(11),
                        row.instant(12),
                        row.instantOrNull(13),
                        null,
                        null);
        return new KeptInvocation(
                new WorkspaceId(row.number(14)),
                invocation,
                action == null ? null : new ActionId(action),
                handlerAgent == null ? null : new AgentId(handlerAgent),
                node(row.textOrNull(17)),
                row.textOrNull(18),
                (int) row.number(19),
                row.instantOrNull(20),
                row.instantOrNull(21),
                row.flag(22));
    }

    private @Nullable JsonNode tree(@Nullable String text) {
        return text == null ? null : json.tree(text);
    }

    private static @Nullable NodeId node(@Nullable String id) {
        return id == null ? null : new NodeId(id);
    }
}
