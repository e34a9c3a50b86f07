package dev.waybill.server.store;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One row of an answer; columns count from 1, in the order of the `select`.
public final class Row {
    private final ResultSet result;
    private final Session session;

    Row(ResultSet result, Session session) {
        this.result = result;
        this.session = session;
    }

    public long number(int column) {
        try {
            return result.getLong(column);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    public double decimal(int column) {
        try {
            return result.getDouble(column);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    public boolean flag(int column) {
        return number(column) != 0;
    }

    public String text(int column) {
        String text = textOrNull(column);
        if (text == null) {
            throw new IllegalStateException("column " + column + " is null");
        }
        return text;
    }

    /// SQLite's driver hands over bytes for much less than a text; those of an empty text are null like those of none.
    public @Nullable String textOrNull(int column) {
        try {
            byte[] utf8 = session.dialect() == Dialect.SQLITE ? result.getBytes(column) : null;
            return utf8 == null
                    ? result.getString(column)
                    : new String(utf8, StandardCharsets.UTF_8);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    public Instant instant(int column) {
        return Instant.ofEpochMilli(number(column));
    }

    public @Nullable Instant instantOrNull(int column) {
        Long millis = numberOrNull(column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    public @Nullable Long numberOrNull(int column) {
        try {
            long number = result.getLong(column);
            return result.wasNull() ? null : Long.valueOf(number);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }
}
