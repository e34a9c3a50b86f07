package dev.waybill.server.store;

import dev.waybill.protocol.id.SnowflakeId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One connection with its prepared statements, used by one thread at a time; [#cancel()] alone may come from another.
final class Session implements AutoCloseable {
    /// So that PostgreSQL does not send a whole answer when only its beginning is read.
    private static final int FETCH_ROWS = 32;

    private final Dialect dialect;
    private final Connection connection;
    private final Faults faults;
    private final Cancel cancel;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final Gathering gathering = new Gathering();
    private @Nullable StoreException failure;

    Session(Dialect dialect, Connection connection, Faults faults, Cancel cancel) {
        this.dialect = dialect;
        this.connection = connection;
        this.faults = faults;
        this.cancel = cancel;
    }

    Dialect dialect() {
        return dialect;
    }

    Gathering gathering() {
        return gathering;
    }

    <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... values) {
        return read(sql, 0, reader, new Weight<>(_ -> 0, 0), values);
    }

    /// Reads rows until they outweigh the limit; the rest is never fetched.
    <T> List<T> page(
            String sql, RowReader<T> reader, Weight<T> weight, @Nullable Object... values) {
        return read(sql, FETCH_ROWS, reader, weight, values);
    }

    private <T> List<T> read(
            String sql,
            int atOnce,
            RowReader<T> reader,
            Weight<T> weight,
            @Nullable Object... values) {
        try {
            PreparedStatement statement = bind(sql, values);
            statement.setFetchSize(atOnce);
            try (ResultSet result = statement.executeQuery()) {
                Row row = new Row(result, this);
                List<T> found = new ArrayList<>();
                long total = 0;
                while (total <= weight.most() && result.next()) {
                    T next = reader.read(row);
                    total += weight.of().applyAsLong(next);
                    if (found.isEmpty() || total <= weight.most()) {
                        found.add(next);
                    }
                }
                return found;
            }
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    int update(String sql, @Nullable Object... values) {
        try {
            PreparedStatement statement = bind(sql, values);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    void updateEach(String sql, List<? extends @Nullable Object[]> rows) {
        try {
            PreparedStatement statement = prepare(sql);
            try {
                for (@Nullable Object[] values : rows) {
                    set(statement, values);
                    statement.addBatch();
                }
                statement.executeBatch();
            } finally {
                statement.clearBatch();
            }
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    /// Runs a statement that takes no values and answers nothing, such as `begin`.
    void command(String sql) {
        failure = null;
        try {
            prepare(sql).execute();
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    /// From now on the driver starts a transaction with the first statement after each commit.
    void beginByItself() {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    void rollback() {
        failure = null;
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    /// Stops the statement that is running now, if there is one. May be called again: a call between two statements, or
    /// on its way to the server before the statement, goes unheard.
    void cancel() {
        try {
            cancel.on(connection);
        } catch (SQLException e) {
            throw faults.of(e);
        }
    }

    /// A failed statement spoils its transaction, even if the caller caught the exception and went on.
    void rethrowFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    StoreException fault(SQLException e) {
        StoreException fault = faults.of(e);
        failure = fault;
        return fault;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    /// SQLite's driver finalizes a statement that failed, so it must not be met again.
    private StoreException failed(String sql, SQLException e) {
        StoreException fault = fault(e);
        PreparedStatement spoilt = prepared.remove(sql);
        if (spoilt != null) {
            try {
                spoilt.close();
            } catch (SQLException closing) {
                fault.addSuppressed(closing);
            }
        }
        return fault;
    }

    private PreparedStatement bind(String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = prepare(sql);
        set(statement, values);
        return statement;
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        rethrowFailure();
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
        return statement;
    }

    private static void set(PreparedStatement statement, @Nullable Object... values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            set(statement, i + 1, values[i]);
        }
    }

    /// A chain, because a switch over types calls through a method handle, and this runs for every column of every row.
    private static void set(PreparedStatement statement, int index, @Nullable Object value)
            throws SQLException {
        if (value == null) {
            statement.setObject(index, null);
        } else if (value instanceof SnowflakeId id) {
            statement.setLong(index, id.value());
        } else if (value instanceof String text) {
            statement.setString(index, text);
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else if (value instanceof Instant instant) {
            statement.setLong(index, instant.toEpochMilli());
        } else if (value instanceof Integer number) {
            statement.setLong(index, number);
        } else if (value instanceof Boolean flag) {
            statement.setLong(index, flag ? 1 : 0);
        } else if (value instanceof Double number) {
            statement.setDouble(index, number);
        } else if (value instanceof Many many) {
            statement.setArray(index, array(statement, many));
        } else {
            throw new IllegalArgumentException("no column type for " + value.getClass());
        }
    }

    private static Array array(PreparedStatement statement, Many many) throws SQLException {
        return statement.getConnection().createArrayOf(many.type(), many.values().toArray());
    }
}
