package dev.waybill.bench.report;

import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The run as text: one table for each result, with a column for each contender.
final class Tables {
    private final Report report;

    Tables(Report report) {
        this.report = report;
    }

    String text() {
        List<String> parts = new ArrayList<>();
        parts.add(
                report.facts().all().entrySet().stream()
                        .map(fact -> fact.getKey() + ": " + fact.getValue())
                        .collect(Collectors.joining("\n")));
        parts.add(
                report.contenders().entrySet().stream()
                        .map(
                                each ->
                                        "%s: %s; %s"
                                                .formatted(
                                                        each.getKey(),
                                                        each.getValue().version(),
                                                        each.getValue().settings()))
                        .collect(Collectors.joining("\n")));
        parts.addAll(report.absent());
        parts.add("1 KB messages; median of the rounds (least–most)");
        report.results().forEach(result -> parts.add(text(result)));
        return String.join("\n\n", parts) + "\n";
    }

    private static String text(Result result) {
        return result.workload() + ": " + result.what() + "\n\n" + aligned(rows(result));
    }

    /// A heading, and a line for each figure; those that are compared come first, each with its ratios.
    static List<List<String>> rows(Result result) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(line("", result.rows(), Row::contender));
        for (String figure : result.compared()) {
            if (names(result).contains(figure)) {
                lines.add(line(figure, result.rows(), row -> value(row, figure)));
                lines.addAll(ratios(result, figure));
            }
        }
        for (String figure : names(result)) {
            if (!result.compared().contains(figure)) {
                lines.add(line(figure, result.rows(), row -> value(row, figure)));
            }
        }
        return lines;
    }

    private static List<List<String>> ratios(Result result, String figure) {
        List<List<String>> lines = new ArrayList<>();
        if (result.rows().size() > 1) {
            lines.add(
                    line(
                            "  " + result.ratioName(),
                            result.rows(),
                            row -> Numbers.withSpread(result.ratio(figure, row))));
        }
        if (result.rows().stream().anyMatch(row -> !result.ratioOfSameWay(figure, row).isEmpty())) {
            lines.add(
                    line(
                            "  " + result.ratioOfSameWayName(),
                            result.rows(),
                            row -> Numbers.withSpread(result.ratioOfSameWay(figure, row))));
        }
        return lines;
    }

    private static String value(Row row, String figure) {
        return Numbers.withSpread(row.figure(figure));
    }

    private static Collection<String> names(Result result) {
        return result.rows().stream()
                .flatMap(row -> row.figures().keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private interface Cell {
        String of(Row row);
    }

    private static List<String> line(String name, List<Row> rows, Cell cell) {
        List<String> line = new ArrayList<>();
        line.add(name);
        rows.forEach(row -> line.add(cell.of(row)));
        return line;
    }

    private static String aligned(List<List<String>> lines) {
        int[] widths =
                IntStream.range(0, lines.getFirst().size())
                        .map(
                                column ->
                                        lines.stream()
                                                .mapToInt(line -> line.get(column).length())
                                                .max()
                                                .orElse(0))
                        .toArray();
        List<String> table = new ArrayList<>();
        for (List<String> line : lines) {
            table.add(padded(line, widths));
            if (table.size() == 1) {
                table.add(
                        IntStream.of(widths)
                                .mapToObj(width -> "-".repeat(width + 2))
                                .collect(Collectors.joining("|", "|", "|")));
            }
        }
        return String.join("\n", table);
    }

    private static String padded(List<String> line, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(
                        column ->
                                " "
                                        + line.get(column)
                                        + " ".repeat(widths[column] - line.get(column).length())
                                        + " ")
                .collect(Collectors.joining("|", "|", "|"));
    }
}
