package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.CleanupPolicy;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Subscriptions, and how far those have come that are behind.
final class SubscriptionTable {
    private static final String INSERT =
            """
            insert into event_subscription
                (id, workspace_id, agent_id, source_id, filter, tracked_ref, cleanup, start_policy, start_seq, start_time,
                 delivery, include_own, next_seq, retire_at, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select s.id, s.workspace_id, s.agent_id, s.source_id, s.filter, s.tracked_ref, s.cleanup, s.start_policy,
                   s.start_seq, s.start_time, s.delivery, s.include_own, s.next_seq, s.failures, s.last_error, s.retire_at,
                   s.created_at
            from event_subscription s\
            """;
    private static final String LIVE =
            SELECT
                    + """
                     join agent a on a.id = s.agent_id
                    where s.source_id = ? and s.next_seq is null and a.deleted_at is null order by s.id limit ?
                    """;
    private static final String BEHIND =
            """
            select s.id from event_subscription s
            join event_source e on e.id = s.source_id
            join agent a on a.id = s.agent_id and a.deleted_at is null
            where s.next_seq is not null and s.next_seq <= e.last_seq + 1 and (s.retry_at is null or s.retry_at <= ?)
            order by case when s.retry_at is null then 0 else 1 end, s.retry_at, s.id limit ?
            """;
    private static final String FALL_BEHIND =
            "update event_subscription set next_seq = ? where source_id = ? and next_seq is null and id >= ?";
    private static final String MOVE =
            """
            update event_subscription
            set next_seq = ?, last_error = coalesce(?, case when failures > 0 then null else last_error end),
                failures = 0, retry_at = null
            where id = ?
            """;
    private static final String RESET =
            """
            update event_subscription
            set start_policy = ?, start_seq = ?, start_time = ?, next_seq = ?, failures = 0, last_error = null, retry_at = null
            where id = ?
            """;
    private static final String FAILED =
            """
            update event_subscription
            set failures = failures + 1, last_error = ?, retry_at = ? where id = ? and next_seq is not null
            """;
    private static final String TERMINAL =
            """
            update event_subscription set retire_at = ?
            where id = ? and (retire_at is null or retire_at > ?)
            """;
    private static final String RETRACK =
            """
            update event_subscription set tracked_ref = ? || substr(tracked_ref, cast(? as integer))
            where workspace_id = ? and substr(tracked_ref, 1, cast(? as integer)) = ?
              and source_id in (select id from event_source where host_id = ?)
            """;
    private static final String DELETE = "delete from event_subscription where id = ?";
    private static final String SAME =
            SELECT + " where s.agent_id = ? and s.source_id = ? order by s.id limit 1000";

    private final Stored stored;

    SubscriptionTable(Json json) {
        this.stored = new Stored(json);
    }

    void insert(Tx tx, KeptSubscription subscription) {
        tx.execute(
                INSERT,
                subscription.id(),
                subscription.workspace(),
                subscription.agent(),
                subscription.sourceId(),
                stored.text(subscription.filter()),
                subscription.trackedRef(),
                stored.text(subscription.cleanup()),
                subscription.start().policy().wire(),
                subscription.start().offset(),
                subscription.start().time(),
                stored.text(subscription.terms()),
                subscription.includeOwn(),
                subscription.nextSeq(),
                subscription.retireAt(),
                subscription.createdAt());
    }

    Optional<KeptSubscription> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where s.id = ?", this::read, id);
    }

    /// Those that get events as they come.
    List<KeptSubscription> live(ReadTx tx, String source, int limit) {
        return tx.list(LIVE, this::read, source, limit);
    }

    List<KeptSubscription> all(
            ReadTx tx, WorkspaceId workspace, @Nullable AgentId agent, int limit) {
        return tx.list(
                SELECT
                        + " where s.workspace_id = ? and (? = 0 or s.agent_id = ?) order by s.created_at, s.id limit ?",
                this::read,
                workspace,
                agent == null ? 0 : 1,
                agent == null ? 0L : agent.value(),
                limit);
    }

    List<KeptSubscription> same(ReadTx tx, AgentId agent, String source) {
        return tx.list(SAME, this::read, agent, source);
    }

    List<KeptSubscription> ofSource(ReadTx tx, String source, int limit) {
        return tx.list(
                SELECT + " where s.source_id = ? order by s.id limit ?", this::read, source, limit);
    }

    List<KeptSubscription> tracking(
            ReadTx tx, WorkspaceId workspace, String host, String tracked, int limit) {
        return tx.list(
                SELECT
                        + " join event_source e on e.id = s.source_id"
                        + " where s.workspace_id = ? and s.tracked_ref = ? and e.host_id = ? order by s.id limit ?",
                this::read,
                workspace,
                tracked,
                host,
                limit);
    }

    /// What begins with the one name begins with the other from now on.
    void retrack(Tx tx, KeptSource source, String before, String now) {
        tx.execute(
                RETRACK,
                now,
                before.length() + 1,
                source.workspace(),
                before.length(),
                before,
                source.hostId());
    }

    List<KeptSubscription> retired(ReadTx tx, Instant now, int limit) {
        return tx.list(
                SELECT + " where s.retire_at <= ? order by s.retire_at limit ?",
                this::read,
                now,
                limit);
    }

    /// One whose agent is still there.
    Optional<KeptSubscription> wanted(ReadTx tx, String id) {
        return tx.first(
                SELECT
                        + " join agent a on a.id = s.agent_id where s.id = ? and a.deleted_at is null",
                this::read,
                id);
    }

    /// Those whose agent is no more.
    List<KeptSubscription> orphans(ReadTx tx, int limit) {
        return tx.list(
                SELECT
                        + " join agent a on a.id = s.agent_id where a.deleted_at is not null order by s.id limit ?",
                this::read,
                limit);
    }

    long count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(
                        "select count(*) from event_subscription where workspace_id = ?",
                        row -> row.number(1),
                        workspace)
                .orElse(0L);
    }

    List<String> behind(ReadTx tx, Instant now, int limit) {
        return tx.list(BEHIND, row -> row.text(1), now, limit);
    }

    /// From this one on, in the order of ids, they read that event later.
    void fallBehind(Tx tx, String source, String from, long seq) {
        tx.execute(FALL_BEHIND, seq, source, from);
    }

    void fallBehind(Tx tx, String id, long seq) {
        tx.execute("update event_subscription set next_seq = ? where id = ?", seq, id);
    }

    /// Where it goes on; null where it is at the end. What it has missed stays on record until something else goes wrong.
    void move(Tx tx, String id, @Nullable Long next, @Nullable String missed) {
        tx.execute(MOVE, next, missed, id);
    }

    void reset(Tx tx, String id, Start start, @Nullable Long next) {
        tx.execute(RESET, start.policy().wire(), start.offset(), start.time(), next, id);
    }

    void failed(Tx tx, String id, String error, Instant again) {
        tx.execute(FAILED, error, again, id);
    }

    boolean retire(Tx tx, String id, Instant at) {
        return tx.execute(TERMINAL, at, id, at) == 1;
    }

    boolean delete(Tx tx, String id) {
        return tx.execute(DELETE, id) == 1;
    }

    private KeptSubscription read(Row row) {
        return new KeptSubscription(
                row.text(1),
                new WorkspaceId(row.number(2)),
                new AgentId(row.number(3)),
                row.text(4),
                stored.tree(row.text(5)),
                row.textOrNull(6),
                stored.json().convert(stored.tree(row.text(7)), CleanupPolicy.class),
                new Start(Start.Policy.of(row.text(8)), row.numberOrNull(9), row.instantOrNull(10)),
                stored.terms(row.text(11)),
                row.flag(12),
                row.numberOrNull(13),
                row.number(14),
                row.textOrNull(15),
                row.instantOrNull(16),
                row.instant(17));
    }
}
