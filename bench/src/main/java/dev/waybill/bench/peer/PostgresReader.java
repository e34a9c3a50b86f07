package dev.waybill.bench.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.load.Heard;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/// Reads the mailboxes of its share of the agents in turn, and writes how far it came with each.
final class PostgresReader {
    private static final String NEXT =
            """
            select waiting.agent, waiting.seq, message.body
            from agent join progress on progress.id = agent.id
            join lateral (
                select agent, seq, message from mailbox
                where mailbox.agent = agent.id and mailbox.seq > progress.acked order by seq limit 256) waiting on true
            join message on message.id = waiting.message
            where agent.id % ? = ? and agent.seq > progress.acked
            order by waiting.agent, waiting.seq
            """;
    private static final String ACK =
            """
            update progress set acked = done.seq
            from unnest(?::int[], ?::bigint[]) as done(agent, seq) where progress.id = done.agent
            """;
    private static final int PAUSE_MILLIS = 1;

    /// While nothing is sent, others are measured, and looking again and again would take from them.
    private static final int QUIET_AFTER = 300;

    private static final int QUIET_PAUSE_MILLIS = 50;

    private final Connection connection;
    private final int readers;
    private final int share;
    private final Heard heard;
    private final Thread thread = Thread.ofPlatform().name("reader").daemon().unstarted(this::run);
    private volatile boolean ended;

    PostgresReader(Connection connection, int readers, int share, Heard heard) {
        this.connection = connection;
        this.readers = readers;
        this.share = share;
        this.heard = heard;
        thread.start();
    }

    /// What it has given out is acknowledged first.
    void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (connection;
                PreparedStatement next = connection.prepareStatement(NEXT);
                PreparedStatement ack = connection.prepareStatement(ACK)) {
            next.setInt(1, readers);
            next.setInt(2, share);
            int empty = 0;
            while (!ended) {
                Map<Integer, Long> read = read(next);
                if (!read.isEmpty()) {
                    ack.setArray(1, connection.createArrayOf("int", read.keySet().toArray()));
                    ack.setArray(2, connection.createArrayOf("bigint", read.values().toArray()));
                    ack.executeUpdate();
                }
                connection.commit();
                empty = read.isEmpty() ? empty + 1 : 0;
                if (empty > 0) {
                    Thread.sleep(empty < QUIET_AFTER ? PAUSE_MILLIS : QUIET_PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            heard.fault(e.toString());
        }
    }

    private Map<Integer, Long> read(PreparedStatement next) throws SQLException {
        Map<Integer, Long> last = new TreeMap<>();
        try (ResultSet rows = next.executeQuery()) {
            while (rows.next()) {
                heard.delivered(Body.number(rows.getString(3).getBytes(US_ASCII)));
                last.put(rows.getInt(1), rows.getLong(2));
            }
        }
        return last;
    }
}
