package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the deliveries whose time has come: to go out again, or to be given up.
final class SweepTable {
    private static final String WAITING =
            """
            select d.agent_id, r.name, d.seq, d.message_id, d.attempt, m.workspace_id, m.channel_id, m.agent_id, d.reason,
                d.priority, d.expires_at, d.failures, m.delivery
            from delivery d join agent r on r.id = d.agent_id join message m on m.id = d.message_id
            """;
    private static final String DUE =
            WAITING
                    + """
                    where d.available_at is not null and d.available_at <= ? order by d.available_at, d.seq limit ?
                    """;
    private static final String UNSETTLED =
            """
            ((d.status is null and d.seq > r.ack_seq) or d.available_at is not null
                or d.status in ('held', 'accepted'))\
            """;
    private static final String TOO_OLD =
            WAITING
                    + """
                    where d.message_id > ? and d.message_id <= ? and d.expires_at is null and %s
                    order by d.message_id limit ?
                    """
                            .formatted(UNSETTLED);
    private static final String EXPIRED =
            WAITING
                    + """
                    where d.expires_at is not null and d.expires_at > ? and d.expires_at <= ? and %s
                    order by d.expires_at limit ?
                    """
                            .formatted(UNSETTLED);
    private static final String AT =
            WAITING + "where d.agent_id = ? and d.seq = ? and " + UNSETTLED;
    private static final String AGAIN =
            """
            insert into delivery (agent_id, seq, message_id, reason, created_at, attempt, priority, expires_at, failures)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String REPLACED =
            "update delivery set status = 'replaced', available_at = null, updated_at = ? where agent_id = ? and seq = ?";
    private static final String PROGRESS = "select value from progress where task = ?";
    private static final String KEEP_PROGRESS =
            """
            insert into progress (task, value) values (?, ?)
            on conflict (task) do update set value = excluded.value
            """;

    /// A delivery that waits, and what its end would have to be told with.
    record Waiting(
            AgentId agent,
            String agentName,
            long seq,
            MessageId message,
            int attempt,
            WorkspaceId workspace,
            ChannelId channel,
            AgentId sender,
            String reason,
            boolean urgent,
            @Nullable Instant expiresAt,
            long failures,
            @Nullable Instant deadline) {
        /// Whether its sender wanted it before now; otherwise it has merely waited too long.
        boolean deadlinePassed(Instant now) {
            return deadline != null && !deadline.isAfter(now);
        }
    }

    List<Waiting> due(ReadTx tx, Instant now, int limit) {
        return tx.list(DUE, SweepTable::waiting, now, limit);
    }

    /// Those of messages after `from` up to `to`, in the order they were sent.
    List<Waiting> tooOld(ReadTx tx, long from, long to, int limit) {
        return tx.list(TOO_OLD, SweepTable::waiting, from, to, limit);
    }

    /// Those whose own time was over after `from` and is at `to`, in the order it was over.
    List<Waiting> expired(ReadTx tx, Instant from, Instant to, int limit) {
        return tx.list(EXPIRED, SweepTable::waiting, from, to, limit);
    }

    Optional<Waiting> unsettled(ReadTx tx, AgentId agent, long seq) {
        return tx.first(AT, SweepTable::waiting, agent, seq);
    }

    /// Puts the delivery at the end of the mailbox once more; the place it got, unless the agent is gone.
    Optional<Long> again(Tx tx, Waiting waiting, Instant now) {
        tx.execute(REPLACED, now, waiting.agent(), waiting.seq());
        Optional<Long> seq = Places.next(tx, waiting.agent());
        seq.ifPresent(
                place ->
                        tx.execute(
                                AGAIN,
                                waiting.agent(),
                                place,
                                waiting.message(),
                                waiting.reason(),
                                now,
                                waiting.attempt() + 1,
                                waiting.urgent(),
                                waiting.expiresAt(),
                                waiting.failures()));
        return seq;
    }

    /// How far a sweep has come.
    long progress(ReadTx tx, String task) {
        return tx.first(PROGRESS, row -> row.number(1), task).orElse(0L);
    }

    void progress(Tx tx, String task, long to) {
        tx.execute(KEEP_PROGRESS, task, to);
    }

    private static Waiting waiting(Row row) {
        return new Waiting(
                new AgentId(row.number(1)),
                row.text(2),
                row.number(3),
                new MessageId(row.number(4)),
                (int) row.number(5),
                new WorkspaceId(row.number(6)),
                new ChannelId(row.number(7)),
                new AgentId(row.number(8)),
                row.text(9),
                row.flag(10),
                row.instantOrNull(11),
                row.number(12),
                Handling.read(row.textOrNull(13), null).terms().deadline());
    }
}
