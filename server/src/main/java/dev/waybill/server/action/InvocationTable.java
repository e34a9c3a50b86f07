package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionCaller;
import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.ActionResult;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Invocations, open and settled. One that is settled never changes again.
final class InvocationTable {
    /// How many ids are listed at once.
    static final int PAGE = 1000;

    private static final String COLUMNS =
            """
            select i.id, i.action_name, i.caller_id, i.caller_name, i.input, i.output, i.status, i.error, i.duration_ms,
                i.dispatched_node_id, i.dispatched_at, i.created_at, i.completed_at, i.workspace_id, i.action_id,
                i.handler_agent_id, i.handler_node_id, i.provider, i.attempts, i.next_attempt_at, i.unreachable_since,
                i.is_queued, i.is_quiet, i.error_code, i.error_details, i.retryable, i.metadata,
                c.type, c.capabilities, c.metadata
            from invocation i left join agent c on c.id = i.caller_id where i.\
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
             and action_id is null and action_name not in ('release', 'agent.release', 'agent.status') and status = 'dispatched'
                and dispatched_node_id = ? and coalesce(provider, 'default') = ?\
            """;
    private static final String INSERT =
            """
            insert into invocation (id, workspace_id, action_id, action_name, caller_id, caller_name, handler_agent_id,
                handler_node_id, provider, input, status, is_queued, is_quiet, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)
            """;
    private static final String BEGUN =
            "select status, dispatched_node_id from invocation where id = ?";
    private static final String DISPATCHED =
            """
            update invocation set status = 'dispatched', dispatched_node_id = ?, provider = ?, dispatched_at = ?,
                attempts = attempts + 1, next_attempt_at = ?, unreachable_since = null
            where id = ? and completed_at is null
            """;
    private static final String WAITING =
            """
            update invocation set status = 'pending', next_attempt_at = ?,
                unreachable_since = coalesce(unreachable_since, ?)
            where id = ? and completed_at is null
            """;
    private static final String SETTLE =
            """
            update invocation set status = ?, output = ?, error = ?, error_code = ?, error_details = ?, retryable = ?,
                metadata = ?, completed_at = ?, duration_ms = ?
            where id = ? and completed_at is null
            """;
    private static final String WAITING_FOR_NODE =
            """
            select count(*) from invocation
            where completed_at is null and status = 'pending' and handler_node_id = ? and provider = ?
            """;
    private static final String WAITING_TO_START =
            """
            select count(*) from invocation
            where workspace_id = ? and completed_at is null and status = 'pending' and action_id is null
                and action_name = 'agent.create'
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
                kept.quiet(),
                invocation.createdAt());
    }

    Optional<KeptInvocation> find(ReadTx tx, InvocationId id) {
        return tx.first(COLUMNS + "id = ?", this::read, id.value());
    }

    /// One that is known to be there.
    KeptInvocation require(ReadTx tx, InvocationId id) {
        return find(tx, id)
                .orElseThrow(() -> new IllegalStateException("invocation " + id + " is gone"));
    }

    /// What its caller is told of one that was just begun.
    InvokeAck ack(ReadTx tx, KeptInvocation kept) {
        return tx.first(
                        BEGUN,
                        row -> kept.ack(InvocationStatus.of(row.text(1)), node(row.textOrNull(2))),
                        kept.id().value())
                .orElseThrow();
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
    long waiting(ReadTx tx, WorkspaceId workspace, Handler handler) {
        return switch (handler) {
            case Handler.OfAgent(var agent) -> count(tx, WAITING_FOR_AGENT, agent);
            case Handler.OfNode(var node, var provider) ->
                    count(tx, WAITING_FOR_NODE, node.value(), provider);
            case Handler.Spawn _ -> count(tx, WAITING_TO_START, workspace);
            case Handler.Release _, Handler.Status _ -> 0;
        };
    }

    /// Where an invocation was sent, and when to think it lost.
    record Sent(NodeId node, @Nullable String provider, Instant at, Instant lostAt) {}

    /// False when it was settled before.
    boolean dispatched(Tx tx, InvocationId id, Sent sent) {
        return 1
                == tx.execute(
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
    record End(Result result, Instant at, long durationMs) {}

    /// False when it was settled before.
    boolean settle(Tx tx, InvocationId id, End end) {
        Result result = end.result();
        ActionError error = result.error();
        return 1
                == tx.execute(
                        SETTLE,
                        result.status().wire(),
                        error == null ? text(result.output()) : null,
                        error == null ? null : error.message(),
                        error == null ? null : error.code().wire(),
                        error == null ? null : text(error.details()),
                        error == null ? null : error.retryable(),
                        text(result.metadata()),
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
        Long handlerAgent = row.numberOrNull(16);
        String action = row.textOrNull(15);
        return new KeptInvocation(
                new WorkspaceId(row.number(14)),
                invocation(row),
                action == null ? null : new ActionId(action),
                handlerAgent == null ? null : new AgentId(handlerAgent),
                node(row.textOrNull(17)),
                row.textOrNull(18),
                (int) row.number(19),
                row.instantOrNull(20),
                row.instantOrNull(21),
                row.flag(22),
                row.flag(23));
    }

    private Invocation invocation(Row row) {
        Long caller = row.numberOrNull(3);
        return new Invocation(
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
                envelope(row),
                caller == null ? null : caller(row, new AgentId(caller)));
    }

    /// Null while it is open.
    private @Nullable ActionResult envelope(Row row) {
        InvocationId id = new InvocationId(row.text(1));
        return switch (InvocationStatus.of(row.text(7))) {
            case PENDING, DISPATCHED, INVOKED -> null;
            case COMPLETED ->
                    new ActionResult.Completed(
                            row.text(2),
                            id,
                            tree(row.textOrNull(6)),
                            (ObjectNode) tree(row.textOrNull(27)));
            case FAILED -> new ActionResult.Failed(row.text(2), id, error(row));
        };
    }

    private ActionError error(Row row) {
        String code = row.textOrNull(24);
        Long retryable = row.numberOrNull(26);
        return new ActionError(
                code == null ? ActionErrorCode.HANDLER_FAILED : ActionErrorCode.of(code),
                Objects.requireNonNullElse(row.textOrNull(8), ""),
                tree(row.textOrNull(25)),
                retryable == null ? null : retryable != 0);
    }

    private @Nullable ActionCaller caller(Row row, AgentId id) {
        String type = row.textOrNull(28);
        String name = row.textOrNull(4);
        String metadata = row.textOrNull(30);
        if (type == null || name == null || metadata == null) {
            return null;
        }
        return new ActionCaller(
                ActionCaller.AGENT,
                id,
                name,
                AgentType.of(type),
                tree(row.textOrNull(29)),
                json.tree(metadata));
    }

    private static @Nullable String text(@Nullable JsonNode value) {
        return value == null || value.isNull() ? null : value.toString();
    }

    private @Nullable JsonNode tree(@Nullable String text) {
        return text == null ? null : json.tree(text);
    }

    private static @Nullable NodeId node(@Nullable String id) {
        return id == null ? null : new NodeId(id);
    }
}
