package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.time.Instant;
import java.util.List;

/// What the carrier has not confirmed yet.
final class OutboxTable {
    private static final String INSERT =
            """
            insert into network_outbox (id, workspace_id, session_id, subject, attempts, due_at, worker)
            values (?, ?, ?, ?, 0, ?, ?)
            """;

    /// Whoever said something through another server, too, is heard in the order in which it spoke.
    private static final String OTHERS =
            """
            select session_id, min(id) as first_id from network_outbox where worker < ? or worker > ? group by session_id
            """;

    private static final String DUE =
            """
            select %s, o.id, o.workspace_id, o.session_id, o.subject, o.attempts, m.key, m.envelope
            from network_outbox o join network_message m on m.id = o.id
                left join (%s) e on e.session_id = o.session_id
            where o.worker = ? and o.due_at <= ? and (e.first_id is null or e.first_id > o.id)
            order by o.id limit ?
            """
                    .formatted(Decision.COLUMNS, OTHERS);
    private static final String STRANGE =
            "select 1 from network_outbox where worker < ? or worker > ? limit 1";

    /// Tells its own condition again for each row, so that of two who take over at once only one does.
    private static final String TAKE_OVER =
            """
            update network_outbox set worker = ? where worker <> ? and not exists (
                select 1 from network_worker w where w.worker = network_outbox.worker and w.seen_at > ?)
            """;

    private static final String DELETE = "delete from network_outbox where id = ?";
    private static final String DELAY =
            "update network_outbox set attempts = attempts + 1, due_at = ?, trouble = ? where id = ?";
    private static final String HURRY = "update network_outbox set due_at = ? where due_at > ?";
    private static final String COUNT =
            "select count(*) from network_outbox where workspace_id = ?";
    private static final String HAS = "select 1 from network_outbox where id = ?";

    private static final Weight<Outgoing> WEIGHT =
            new Weight<>(one -> one.envelope().length(), 8L << 20);

    /// One message on its way to the carrier.
    record Outgoing(
            Decision sent,
            long id,
            WorkspaceId workspace,
            String session,
            String subject,
            int attempts,
            String key,
            String envelope) {}

    void add(Tx tx, long id, LocalPeer from, String subject, Instant due, int worker) {
        tx.execute(INSERT, id, from.workspace(), from.session(), subject, due, worker);
    }

    /// What this server publishes now.
    List<Outgoing> due(ReadTx tx, int worker, Instant now, int atMost) {
        return tx.page(DUE, OutboxTable::read, WEIGHT, worker, worker, worker, now, atMost);
    }

    /// Whether something is there that others publish.
    boolean hasOthers(ReadTx tx, int worker) {
        return tx.first(STRANGE, row -> row.number(1), worker, worker).isPresent();
    }

    /// Takes what was taken by servers that were not seen since then.
    int takeOver(Tx tx, int worker, Instant since) {
        return tx.execute(TAKE_OVER, worker, worker, since);
    }

    private static Outgoing read(Row row) {
        WorkspaceId workspace = new WorkspaceId(row.number(11));
        String session = row.text(12);
        return new Outgoing(
                Decision.read(row, workspace, Direction.SENT).forSession(session),
                row.number(10),
                workspace,
                session,
                row.text(13),
                (int) row.number(14),
                row.text(15),
                row.text(16));
    }

    /// False when another server was there first.
    boolean done(Tx tx, long id) {
        return tx.execute(DELETE, id) == 1;
    }

    void delay(Tx tx, long id, Instant until, String trouble) {
        tx.execute(DELAY, until, trouble, id);
    }

    /// Everything is due now.
    void hurry(Tx tx, Instant now) {
        tx.execute(HURRY, now, now);
    }

    long count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(COUNT, row -> row.number(1), workspace).orElse(0L);
    }

    boolean has(ReadTx tx, long id) {
        return tx.first(HAS, row -> row.number(1), id).isPresent();
    }
}
