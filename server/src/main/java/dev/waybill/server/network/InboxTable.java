package dev.waybill.server.network;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What waits for sessions, in the order it came; what was handed over stays until it is settled.
final class InboxTable {
    private static final String INSERT =
            """
            insert into network_inbox (session_id, id, workspace_id, agent_id, message_id, expires_at)
            values (?, ?, ?, ?, ?, ?) on conflict do nothing
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
    private static final String HANDED_UP_TO =
            HANDED.replace("i.message_id is not null", "i.message_id is not null and i.id <= ?");
    private static final String HANDED_IDS =
            """
            select id, message_id from network_inbox
            where session_id = ? and message_id is not null order by id limit ?
            """;
    private static final String QUEUED_IDS =
            """
            select id from network_inbox where session_id = ? and message_id is null order by id limit ?
            """;
    private static final String STATE =
            """
            select (select count(*) from network_inbox where session_id = ? and message_id is not null),
                (select count(*) from (
                    select id from network_inbox where session_id = ? and message_id is null limit 1) oldest)
            """;
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

    /// What is new for a session, and the message in its mailbox if it was handed over at once.
    ///
    /// @param expiresAt in seconds
    record Arrival(long id, @Nullable Long expiresAt, @Nullable MessageId handedAs) {}

    /// What was handed over and is not settled.
    record Handed(long id, MessageId as) {}

    /// How many were handed over and are not settled, and whether any wait for that.
    record State(long handed, boolean queued) {}

    void add(Tx tx, LocalPeer peer, List<Arrival> arrivals) {
        tx.executeEach(INSERT, arrivals.stream().map(arrival -> row(peer, arrival)).toList());
    }

    private static @Nullable Object[] row(LocalPeer peer, Arrival arrival) {
        Long end = arrival.expiresAt();
        return new @Nullable Object[] {
            peer.session(),
            arrival.id(),
            peer.workspace(),
            peer.agent(),
            arrival.handedAs(),
            end == null ? null : Math.multiplyExact(end, 1000L)
        };
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

    /// The same up to that one.
    List<Waiting> handed(ReadTx tx, String session, long upTo) {
        return tx.list(HANDED_UP_TO, InboxTable::read, session, upTo, MOST_HANDED);
    }

    List<Handed> handedIds(ReadTx tx, String session) {
        return tx.list(
                HANDED_IDS,
                row -> new Handed(row.number(1), new MessageId(row.number(2))),
                session,
                MOST_HANDED);
    }

    /// The oldest of those that wait.
    List<Long> queuedIds(ReadTx tx, String session, int atMost) {
        return tx.list(QUEUED_IDS, row -> row.number(1), session, atMost);
    }

    State state(ReadTx tx, String session) {
        return tx.first(STATE, row -> new State(row.number(1), row.number(2) > 0), session, session)
                .orElseThrow();
    }

    /// The envelope of a message.
    Optional<String> envelope(ReadTx tx, long id) {
        return tx.first(ENVELOPE, row -> row.text(1), id);
    }

    void hand(Tx tx, String session, List<Handed> all) {
        tx.executeEach(
                HAND, all.stream().map(one -> new Object[] {one.as(), session, one.id()}).toList());
    }

    void remove(Tx tx, String session, Collection<Long> ids) {
        tx.executeEach(DELETE, ids.stream().map(id -> new Object[] {session, id}).toList());
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
