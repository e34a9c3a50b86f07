package dev.waybill.bench.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// What one writes without thinking: a transaction and a commit for each message, one connection.
final class CommitEach implements Contender {
    private final String name;
    private final Connection connection;
    private final PreparedStatement message;
    private final PreparedStatement delivery;
    private final Lock turn = new ReentrantLock();

    /// The connection's tables must exist already.
    CommitEach(String name, Connection connection) throws SQLException {
        this.name = name;
        this.connection = connection;
        connection.setAutoCommit(false);
        this.message = connection.prepareStatement(Rows.MESSAGE);
        this.delivery = connection.prepareStatement(Rows.DELIVERY);
    }

    static Connection durableSqlite(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = full");
            statement.execute("pragma wal_autocheckpoint = 4000");
            statement.execute("pragma cache_size = -65536");
        }
        return connection;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(long number, String text) throws SQLException {
        turn.lock();
        try {
            message.setLong(1, number);
            message.setString(2, text);
            message.executeUpdate();
            delivery.setLong(1, number % Rows.AGENTS);
            delivery.setLong(2, number);
            delivery.setLong(3, number);
            delivery.executeUpdate();
            connection.commit();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
