package dev.waybill.bench.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.load.Heard;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Writes what waits to be sent, all of it in one statement and one commit.
final class PostgresSender {
    /// Rows are locked in the order of their ids, so that senders do not wait for each other in a circle.
    private static final String TO_ONE =
            """
            with given as (
                select agent, id, body, row_number() over (partition by agent order by id) as nth
                from unnest(?::int[], ?::bigint[], ?::text[]) as sent(agent, id, body)),
            wanted as (select agent, count(*) as many from given group by agent),
            locked as (select id from agent where id in (select agent from wanted) order by id for update),
            counted as (
                update agent set seq = seq + many from wanted, locked
                where agent.id = wanted.agent and locked.id = agent.id returning agent.id, seq - many as before),
            written as (insert into message (id, body) select id, body from given)
            insert into mailbox (agent, seq, message)
            select given.agent, before + nth, given.id from given join counted on counted.id = given.agent
            """;

    private static final String TO_ALL =
            """
            with given as (
                select id, body, row_number() over (order by id) as nth
                from unnest(?::int[], ?::bigint[], ?::text[]) as sent(agent, id, body)),
            counted as (
                update agent set seq = seq + (select count(*) from given)
                returning id, seq - (select count(*) from given) as before),
            written as (insert into message (id, body) select id, body from given)
            insert into mailbox (agent, seq, message)
            select counted.id, before + nth, given.id from given cross join counted
            """;

    private final Connection connection;
    private final String sql;
    private final Heard heard;
    private final BlockingQueue<Item> waiting = new LinkedBlockingQueue<>();
    private final Thread thread = Thread.ofPlatform().name("sender").daemon().unstarted(this::run);

    private record Item(int recipient, long number) {}

    PostgresSender(Connection connection, boolean toAll, Heard heard) {
        this.connection = connection;
        this.sql = toAll ? TO_ALL : TO_ONE;
        this.heard = heard;
        thread.start();
    }

    void send(int recipient, long number) {
        waiting.add(new Item(recipient, number));
    }

    void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (connection;
                PreparedStatement insert = connection.prepareStatement(sql)) {
            List<Item> taken = new ArrayList<>();
            while (true) {
                taken.add(waiting.take());
                waiting.drainTo(taken, PostgresMailboxes.TOGETHER - 1);
                write(insert, taken);
                taken.forEach(item -> heard.confirmed(item.number()));
                taken.clear();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            heard.fault(e.toString());
        }
    }

    private void write(PreparedStatement insert, List<Item> items) throws SQLException {
        Object[] recipients = items.stream().map(Item::recipient).toArray();
        Object[] numbers = items.stream().map(Item::number).toArray();
        Object[] bodies =
                items.stream().map(item -> new String(Body.of(item.number()), US_ASCII)).toArray();
        insert.setArray(1, connection.createArrayOf("int", recipients));
        insert.setArray(2, connection.createArrayOf("bigint", numbers));
        insert.setArray(3, connection.createArrayOf("text", bodies));
        insert.executeUpdate();
        connection.commit();
    }
}
