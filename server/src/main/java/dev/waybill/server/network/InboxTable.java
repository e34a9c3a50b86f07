package dev.waybill.server.network;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What waits for sessions, in the order it came; what was handed over stays until it is settled.
final class InboxTable {
    private static final String INSERT =
            """
            insert into network_inbox (session_id, id, workspace_id, agent_id, expires_at) values (?, ?, ?, ?, ?)
            on conflict do nothing
            """;
    private static final String QUEUED =
            "select count(*) from network_inbox where session_id = ? and message_id is null";
    private static final String WAITING =
            """
            select %s, i.id, i.message_id, m.envelope, m.trust, i.workspace_id
            from network_inbox i join network_message m on m.id = i.id
            where i.session_id = ? and i.message_id is null order by i.id limit ?
            """
                    .formatted(Decision.COLUMNS);
    private static final String HANDED =
            """
            select %s, i.id, i.message_id, '', m.trust, i.workspace_id
            from network_inbox i join network_message m on m.id = i.id
            where i.session_id = ? and i.message_id is not null order by i.id limit ?
            """
                    .formatted(Decision.COLUMNS);
    private static final String HANDED_COUNT =
            "select count(*) from network_inbox where session_id = ? and message_id is not null";
    private static final String ENVELOPE = "select envelope from network_message where id = ?";
    private static final String HAND =
            "update network_inbox set message_id = ? where session_id = ? and id = ? and message_id is null";
    private static final String DELETE =
            "delete from network_inbox where session_id = ? and id = ?";
    private static final String FORGET =
            "delete from network_inbox where session_id not in (select id from network_session)";
    private static final String SESSIONS = "select distinct session_id from network_inbox limit ?";

    private static final int MOST_HANDED = 10_000;

    /// One message for one session.
    ///
    /// @param handedAs the message in the agent's mailbox, once it is there
    /// @param received the decision that brought it here
    /// @param envelope empty for what was handed over
    record Waiting(
            Decision received,
            long id,
            @Nullable MessageId handedAs,
            String envelope,
            String trust) {}

    boolean add(Tx tx, LocalPeer peer, long id, @Nullable Long expiresAt) {
        Long millis = expiresAt == null ? null : Math.multiplyExact(expiresAt, 1000L);
        return tx.execute(INSERT, peer.session(), id, peer.workspace(), peer.agent(), millis) == 1;
    }

    long queued(ReadTx tx, String session) {
        return tx.first(QUEUED, row -> row.number(1), session).orElse(0L);
    }

    List<Waiting> waiting(ReadTx tx, String session, int atMost) {
        return tx.list(WAITING, InboxTable::read, session, atMost);
    }

    List<Waiting> handed(ReadTx tx, String session) {
        return tx.list(HANDED, InboxTable::read, session, MOST_HANDED);
    }

    long handedCount(ReadTx tx, String session) {
        return tx.first(HANDED_COUNT, row -> row.number(1), session).orElse(0L);
    }

    /// The envelope of a message.
    Optional<String> envelope(ReadTx tx, long id) {
        return tx.first(ENVELOPE, row -> row.text(1), id);
    }

    Optional<Waiting> oldest(ReadTx tx, String session) {
        return waiting(tx, session, 1).stream().findFirst();
    }

    void hand(Tx tx, String session, long id, MessageId as) {
        tx.execute(HAND, as, session, id);
    }

    void remove(Tx tx, String session, long id) {
        tx.execute(DELETE, session, id);
    }

    /// What is for sessions that are no more.
    void forget(Tx tx) {
        tx.execute(FORGET);
    }

    List<String> sessions(ReadTx tx, int atMost) {
        return tx.list(SESSIONS, row -> row.text(1), atMost);
    }

    private static Waiting read(Row row) {
        Long handed = row.numberOrNull(11);
        return new Waiting(
                Decision.read(row, new WorkspaceId(row.number(14)), Direction.RECEIVED),
                row.number(10),
                handed == null ? null : new MessageId(handed),
                row.text(12),
                row.text(13));
    }
}
