package dev.waybill.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Rows under headings, each column as wide as its widest cell.
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<String> headings) {
        rows.add(headings);
    }

    public static Table of(String... headings) {
        return new Table(List.of(headings));
    }

    /// One row for each object of a list, one column for each field; headings are the names of the fields.
    public static String of(JsonNode list, String... fields) {
        Table table =
                new Table(
                        Arrays.stream(fields)
                                .map(field -> field.replace('_', ' ').toUpperCase(Locale.ROOT))
                                .toList());
        for (JsonNode object : list) {
            table.row(
                    Arrays.stream(fields)
                            .map(field -> Plain.field(object, field))
                            .toArray(String[]::new));
        }
        return table.text();
    }

    public Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    public String text() {
        if (rows.size() == 1) {
            return "none";
        }
        int columns = rows.getFirst().size();
        int[] widths =
                IntStream.range(0, columns)
                        .map(
                                column ->
                                        rows.stream()
                                                .mapToInt(row -> width(row.get(column)))
                                                .max()
                                                .orElse(0))
                        .toArray();
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(cell).repeat(' ', widths[column] - width(cell)).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
