package dev.waybill.bench.peer;

import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// Tables in a schema of their own: a message once, a row in the mailbox of each recipient under a sequence of its own,
/// and how far each recipient has acknowledged.
final class PostgresMailboxes implements Scene {
    /// So many messages of a sender go into one commit at most, as a client would that has many to send.
    static final int TOGETHER = 64;

    private static final int READERS = 2;
    private static final String TABLES =
            """
            create table message (id bigint primary key, body text not null);
            create table agent (id int primary key, seq bigint not null default 0) with (fillfactor = 50);
            create table progress (id int primary key, acked bigint not null default 0) with (fillfactor = 50);
            create table mailbox (agent int not null, seq bigint not null, message bigint not null, primary key (agent, seq));
            """;

    private final PostgresPeer server;
    private final String schema;
    private final Shape shape;
    private final Heard heard;
    private final List<PostgresSender> senders = new ArrayList<>();
    private final List<PostgresReader> readers = new ArrayList<>();

    private PostgresMailboxes(PostgresPeer server, String schema, Shape shape, Heard heard) {
        this.server = server;
        this.schema = schema;
        this.shape = shape;
        this.heard = heard;
    }

    static Scene open(PostgresPeer server, String schema, Shape shape, Heard heard)
            throws SQLException {
        PostgresMailboxes opened = new PostgresMailboxes(server, schema, shape, heard);
        try (Connection connection = opened.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create schema " + schema);
            statement.execute(TABLES);
            String ids = "select generate_series(0, " + (shape.recipients() - 1) + ")";
            statement.execute("insert into agent (id) " + ids);
            statement.execute("insert into progress (id) " + ids);
            connection.commit();
        }
        for (int sender = 0; sender < shape.senders(); sender++) {
            opened.senders.add(new PostgresSender(opened.connect(), shape.toAll(), heard));
        }
        return opened;
    }

    @Override
    public void send(int sender, int recipient, long number) {
        senders.get(sender).send(recipient, number);
    }

    @Override
    public void listen() throws SQLException {
        int count = Math.min(READERS, shape.recipients());
        for (int reader = 0; reader < count; reader++) {
            readers.add(new PostgresReader(connect(), count, reader, heard));
        }
    }

    @Override
    public void hush() {
        readers.forEach(PostgresReader::close);
        readers.clear();
    }

    @Override
    public void close() throws IOException {
        hush();
        senders.forEach(PostgresSender::close);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop schema " + schema + " cascade");
            connection.commit();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private Connection connect() throws SQLException {
        Connection connection = server.connect();
        connection.setSchema(schema);
        connection.commit();
        return connection;
    }
}
