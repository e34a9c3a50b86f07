package dev.waybill.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every value in every column of a database, as text: the rows by the query that finds them.
public record Kept(Map<String, List<String>> rows) {
    /// The others name rows of these.
    private static final List<String> FIRST = List.of("workspace", "agent", "channel");

    private static final String HISTORY = "schema_history";
    private static final String SEARCH = "message_search";

    private static final String LATELY = "said_lately";
    private static final int ROWS = 2;

    /// A column and the database's word for its type.
    private record Column(String name, String type) {}

    public static Kept of(Connection connection) throws SQLException {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String table : tables(connection)) {
            String columns =
                    columns(connection, table).stream()
                            .map(Column::name)
                            .collect(Collectors.joining(", "));
            String query = "select " + columns + " from " + table;
            rows.put(query, rows(connection, query));
        }
        return new Kept(rows);
    }

    /// The same columns of the same tables, as they are now.
    Kept now(Connection connection) throws SQLException {
        Map<String, List<String>> now = new TreeMap<>();
        for (String query : rows.keySet()) {
            now.put(query, rows(connection, query));
        }
        return new Kept(now);
    }

    /// The rows that are no longer there as they were, but for the index of words, which a server makes by itself.
    public Map<String, List<String>> lost(Connection connection) throws SQLException {
        Map<String, List<String>> lost = new TreeMap<>();
        for (Map.Entry<String, List<String>> now : now(connection).rows().entrySet()) {
            String query = now.getKey();
            List<String> gone = new ArrayList<>(rows.getOrDefault(query, List.of()));
            gone.removeAll(now.getValue());
            if (!gone.isEmpty() && !query.contains(" from " + SEARCH)) {
                lost.put(query, gone);
            }
        }
        return lost;
    }

    /// Puts rows into every table but the one that messages get into by themselves, with a value of its own in every column.
    static void fill(Connection connection) throws SQLException {
        List<String> tables = tables(connection);
        List<String> ordered =
                Stream.concat(
                                FIRST.stream(),
                                tables.stream().filter(table -> !FIRST.contains(table)))
                        .filter(table -> !table.startsWith(SEARCH) && !table.equals(LATELY))
                        .toList();
        for (String table : ordered) {
            for (int row = 1; row <= ROWS; row++) {
                insert(connection, table, row);
            }
        }
        if (tables.contains(SEARCH)) {
            index(connection);
        }
    }

    private static void insert(Connection connection, String table, int row) throws SQLException {
        List<Column> columns = columns(connection, table);
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String places = String.join(", ", columns.stream().map(_ -> "?").toList());
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "insert into %s (%s) values (%s)".formatted(table, names, places))) {
            for (int i = 0; i < columns.size(); i++) {
                statement.setObject(i + 1, value(table, columns.get(i), row, i));
            }
            statement.executeUpdate();
        }
    }

    private static Object value(String table, Column column, int row, int place) {
        return switch (column.type().toLowerCase(Locale.ROOT)) {
            case "text" -> table + "." + column.name() + " " + row;
            case "integer", "int8" ->
                    column.name().equals("id") || column.name().endsWith("_id")
                            ? (long) row
                            : row * 1_000L + place;
            case "real", "float8" -> row + place / 16.0;
            default -> throw new IllegalStateException(table + " has a " + column);
        };
    }

    private static void index(Connection connection) throws SQLException {
        String rows =
                connection.getMetaData().getURL().startsWith("jdbc:sqlite")
                        ? "insert into message_search (rowid, text) values (1, 'word')"
                        : "insert into message_search values (1, to_tsvector('simple', 'word'))";
        try (Statement statement = connection.createStatement()) {
            statement.execute(rows);
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet result =
                connection
                        .getMetaData()
                        .getTables(null, connection.getSchema(), "%", new String[] {"TABLE"})) {
            while (result.next()) {
                tables.add(result.getString("TABLE_NAME"));
            }
        }
        return tables.stream()
                .filter(table -> !table.startsWith("sqlite_") && !table.equals(HISTORY))
                .toList();
    }

    private static List<Column> columns(Connection connection, String table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (ResultSet result =
                connection.getMetaData().getColumns(null, connection.getSchema(), table, "%")) {
            while (result.next()) {
                if (result.getString("TABLE_NAME").equals(table)) {
                    columns.add(
                            new Column(
                                    result.getString("COLUMN_NAME"),
                                    result.getString("TYPE_NAME")));
                }
            }
        }
        return columns;
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                String[] values = new String[width];
                for (int i = 0; i < width; i++) {
                    values[i] = text(result.getObject(i + 1));
                }
                rows.add(Arrays.toString(values));
            }
        }
        rows.sort(Comparator.naturalOrder());
        return rows;
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes
                ? HexFormat.of().formatHex(bytes)
                : String.valueOf(value);
    }
}
