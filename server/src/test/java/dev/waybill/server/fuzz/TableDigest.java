package dev.waybill.server.fuzz;

import static java.util.Map.entry;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Sums up every table of a running server's SQLite file, so that two moments can be compared.
///
/// Left out is what being seen changes, and what background tasks keep about their own work.
final class TableDigest {
    private static final Set<String> OUT =
            Set.of(
                    "progress",
                    "schema_history",
                    "network_home",
                    "network_replay",
                    "network_worker",
                    "network_neighbour",
                    "outbound_lane");
    private static final Set<String> VOLATILE =
            Set.of(
                    "last_seen",
                    "last_used_at",
                    "last_heartbeat_at",
                    "attempts",
                    "next_attempt_at",
                    "unreachable_since",
                    "cursor_seq",
                    "failures",
                    "last_error",
                    "failing_since",
                    "worker",
                    "leased_until");
    private static final String TABLES =
            """
            select name from sqlite_master
            where type = 'table' and name not like 'message_search%' and name not like 'sqlite_%' order by name
            """;

    private static final String SAID =
            "message_id in (select id from message where workspace_id = %1$d)";
    private static final String SAID_OR_DONE =
            SAID + " or agent_id in (select id from agent where workspace_id = %1$d)";

    /// How the rows of a workspace are found where they do not name it.
    private static final Map<String, String> BELONGS =
            Map.ofEntries(
                    entry("workspace", "id = %d"),
                    entry("member", "agent_id in (select id from agent where workspace_id = %d)"),
                    entry("delivery", "agent_id in (select id from agent where workspace_id = %d)"),
                    entry("ack", "agent_id in (select id from agent where workspace_id = %d)"),
                    entry("reaction", SAID_OR_DONE),
                    entry("receipt", SAID_OR_DONE),
                    entry("said_before", SAID),
                    entry("said_lately", SAID),
                    entry("provider", "node_id in (select id from node where workspace_id = %d)"),
                    entry(
                            "outbound_event",
                            "attempt_id in (select id from outbound_attempt where workspace_id = %d)"),
                    entry(
                            "event_entry_item",
                            "entry_id in (select id from event_entry where workspace_id = %d)"),
                    entry(
                            "event_thread_item",
                            "thread_id in (select id from event_thread where workspace_id = %d)"));

    private final String url;

    TableDigest(Path folder) {
        this.url = "jdbc:sqlite:file:" + folder.resolve("waybill.db") + "?mode=ro";
    }

    /// Each table with the number of its rows and a checksum of them.
    Map<String, String> everything() {
        return digest(_ -> "true");
    }

    /// The same for the rows of one workspace.
    Map<String, String> of(long workspace) {
        return digest(
                table -> BELONGS.getOrDefault(table, "workspace_id = %d").formatted(workspace));
    }

    private interface Rows {
        String of(String table);
    }

    private Map<String, String> digest(Rows rows) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            Map<String, String> sums = new TreeMap<>();
            for (String table : names(statement)) {
                sums.put(table, sum(statement, table, rows.of(table)));
            }
            return sums;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> names(Statement statement) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(TABLES)) {
            while (found.next()) {
                names.add(found.getString(1));
            }
        }
        names.removeAll(OUT);
        return names;
    }

    private static String sum(Statement statement, String table, String where) throws SQLException {
        List<String> columns = columns(statement, table);
        String list = columns.stream().map(c -> '"' + c + '"').collect(Collectors.joining(", "));
        long count = 0;
        long sum = 0;
        try (ResultSet row =
                statement.executeQuery(
                        "select " + list + " from \"" + table + "\" where " + where)) {
            while (row.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    values.add(String.valueOf(row.getString(i)));
                }
                count++;
                sum += values.hashCode() * 0x9E3779B97F4A7C15L;
            }
        }
        return count + " rows, sum " + Long.toHexString(sum);
    }

    private static List<String> columns(Statement statement, String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet found =
                statement.executeQuery("select name from pragma_table_info('" + table + "')")) {
            while (found.next()) {
                columns.add(found.getString(1));
            }
        }
        columns.removeAll(VOLATILE);
        return columns;
    }
}
