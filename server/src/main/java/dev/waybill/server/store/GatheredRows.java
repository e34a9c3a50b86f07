package dev.waybill.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Rows that one statement is to insert.
final class GatheredRows implements Gathered {
    private static final Pattern INSERT = Pattern.compile("\\s*insert into (\\w+)");

    private final String sql;
    private final Pattern table;
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    GatheredRows(String sql) {
        this.sql = sql;
        this.table = word(table(sql));
    }

    void add(@Nullable Object[] row) {
        rows.add(row);
    }

    @Override
    public boolean concerns(String other) {
        return table.matcher(other).find();
    }

    @Override
    public void write(Tx tx) {
        tx.executeEach(sql, rows);
    }

    private static String table(String sql) {
        Matcher insert = INSERT.matcher(sql);
        if (!insert.lookingAt()) {
            throw new IllegalArgumentException("only inserts are gathered, not: " + sql);
        }
        return insert.group(1);
    }

    private static Pattern word(String name) {
        return Pattern.compile("\\b" + name + "\\b");
    }
}
