package dev.waybill.server.attempt;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The rows of attempts. A row is changed only by who has seen its last change.
final class AttemptTable {
    static final int LOST_AT_ONCE = 200;

    private static final String COLUMNS =
            """
            select id, workspace_id, actor, agent_id, agent_name, provider, surface, target_ref, thread_ref, reply_mode, kind,
                operation, is_canonical, payload, input, source_id, item_id, entry_id, correlation_id, idempotency_key,
                request_hash, credential, lane, approvers, created_at, version, status, approval, decided_by, attempt_count,
                tries, looks, next_attempt_at, claim, claim_until, note, result, error_code, error_message, error_details,
                is_retryable, retry_after_ms, provider_status, provider_request_id, provider_resource_id, provider_url,
                started_at, completed_at, updated_at, is_operators, account, missed_at
            from outbound_attempt where \
            """;
    private static final String INSERT =
            """
            insert into outbound_attempt (id, workspace_id, actor, agent_id, agent_name, provider, surface, target_ref,
                thread_ref, reply_mode, kind, operation, is_canonical, payload, input, source_id, item_id, entry_id,
                correlation_id, idempotency_key, request_hash, credential, is_operators, account, lane, approvers,
                created_at, version, status,
                approval, attempt_count, tries, looks, next_attempt_at, updated_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 0, 0, 0, ?, ?)
            on conflict (workspace_id, actor, idempotency_key) do nothing
            """;
    private static final String CHANGE =
            """
            update outbound_attempt set version = version + 1, status = ?, approval = ?, decided_by = ?, attempt_count = ?,
                tries = ?, looks = ?, missed_at = ?, next_attempt_at = ?, claim = ?, claim_until = ?, note = ?, result = ?, error_code = ?,
                error_message = ?, error_details = ?, is_retryable = ?, retry_after_ms = ?, provider_status = ?,
                provider_request_id = ?, provider_resource_id = ?, provider_url = ?, started_at = ?, completed_at = ?,
                updated_at = ?
            where id = ? and version = ?
            """;
    private static final String APPROVERS =
            "update outbound_attempt set approvers = ? where id = ?";
    private static final String RENEW =
            "update outbound_attempt set claim_until = ? where claim = ? and claim_until is not null";
    private static final String LOST =
            "claim is not null and (claim_until <= ? or claim like ?) order by claim_until limit "
                    + LOST_AT_ONCE;
    private static final String WAITING =
            "select count(*) from outbound_attempt where next_attempt_at is not null";
    private static final String ASKED =
            """
            select distinct approvers from outbound_attempt
            where workspace_id = ? and approval = 'pending' and approvers <> '[]'
            """;
    private static final String OPEN_WORKSPACE =
            "select 1 from workspace where id = ? and (deleted_at is null or deleted_at > ?)";
    private static final String QUEUED =
            """
            select count(*) from outbound_attempt
            where workspace_id = ? and status = 'queued' and (approval is null or approval <> 'pending')
            """;
    private static final String PENDING =
            """
            select count(*) from outbound_attempt
            where workspace_id = ? and approval = 'pending' and coalesce(agent_id, 0) = ? and status = 'queued'
            """;
    private static final String OURS =
            """
            select 1 from outbound_attempt
            where workspace_id = ? and provider = ? and provider_resource_id = ? and status = 'sent' limit 1
            """;
    private static final String AGENT =
            """
            select id, name from agent
            where workspace_id = ? and deleted_at is null and (name = ? or id = ?) order by name = ? desc limit 1
            """;

    private final AttemptRows rows;

    AttemptTable(AttemptRows rows) {
        this.rows = rows;
    }

    /// False when the key was used before.
    boolean insert(Tx tx, Attempt attempt) {
        return 1 == tx.execute(INSERT, rows.fresh(attempt));
    }

    /// False when it has changed meanwhile.
    boolean change(Tx tx, Attempt attempt, State next) {
        return 1 == tx.execute(CHANGE, rows.changed(attempt, next));
    }

    /// Others may agree to it now.
    void approvers(Tx tx, String id, List<String> approvers) {
        tx.execute(APPROVERS, rows.words(approvers), id);
    }

    Optional<Attempt> find(ReadTx tx, WorkspaceId workspace, String id) {
        return tx.first(COLUMNS + "workspace_id = ? and id = ?", rows::read, workspace, id);
    }

    Optional<Attempt> find(ReadTx tx, String id) {
        return tx.first(COLUMNS + "id = ?", rows::read, id);
    }

    Optional<Attempt> byKey(ReadTx tx, WorkspaceId workspace, String actor, String key) {
        return tx.first(
                COLUMNS + "workspace_id = ? and actor = ? and idempotency_key = ?",
                rows::read,
                workspace,
                actor,
                key);
    }

    /// Those whose holder was not heard of for too long, or has been started anew.
    List<Attempt> lost(ReadTx tx, Instant now, String formerHolders) {
        return tx.list(COLUMNS + LOST, rows::read, now, formerHolders + "%");
    }

    void renew(Tx tx, String holder, Instant until) {
        tx.execute(RENEW, until, holder);
    }

    long waiting(ReadTx tx) {
        return tx.first(WAITING, row -> row.number(1)).orElse(0L);
    }

    /// Whether the workspace is still there.
    boolean wanted(ReadTx tx, WorkspaceId workspace, Instant now) {
        return tx.first(OPEN_WORKSPACE, row -> row.number(1), workspace, now).isPresent();
    }

    /// How many of what is asked for an agent, or by the owner, wait for somebody's word.
    long pending(ReadTx tx, Asker asker) {
        AgentId agent = asker.agent();
        return tx.first(
                        PENDING,
                        row -> row.number(1),
                        asker.workspace(),
                        agent == null ? 0L : agent.value())
                .orElse(0L);
    }

    /// How many of the workspace wait for their turn.
    long queued(ReadTx tx, WorkspaceId workspace) {
        return tx.first(QUEUED, row -> row.number(1), workspace).orElse(0L);
    }

    boolean ours(ReadTx tx, WorkspaceId workspace, String provider, String resource) {
        return tx.first(OURS, row -> row.number(1), workspace, provider, resource).isPresent();
    }

    /// The agent of that name or id.
    Optional<Asker> agent(ReadTx tx, WorkspaceId workspace, String nameOrId) {
        return tx.first(
                AGENT,
                row -> new Asker(workspace, new AgentId(row.number(1)), row.text(2)),
                workspace,
                nameOrId,
                number(nameOrId),
                nameOrId);
    }

    /// Those whose word is waited for, as they are kept, and one by one.
    Map<String, List<String>> asked(ReadTx tx, WorkspaceId workspace) {
        Map<String, List<String>> all = new HashMap<>();
        tx.list(ASKED, row -> row.text(1), workspace)
                .forEach(text -> all.put(text, rows.words(text)));
        return all;
    }

    /// The newest first.
    List<Attempt> list(
            ReadTx tx, WorkspaceId workspace, AttemptQuery query, Sight.@Nullable View view) {
        StringBuilder sql = new StringBuilder(COLUMNS).append("workspace_id = ?");
        List<@Nullable Object> values = new ArrayList<>();
        values.add(workspace);
        BiConsumer<String, List<Object>> and =
                (condition, given) -> {
                    sql.append(" and ").append(condition);
                    values.addAll(given);
                };
        query.each(and);
        if (view != null) {
            view.condition(and);
        }
        sql.append(" order by created_at desc, id desc limit ?");
        values.add(query.limit() + 1);
        return tx.list(sql.toString(), rows::read, values.toArray());
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }
}
