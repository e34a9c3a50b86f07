package dev.waybill.bench.messaging;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The figures of all workloads, for people and for programs.
record Report(List<Row> rows) {
    /// One line for each workload: medians, with the least and the most of all rounds.
    String text() {
        List<String> lines = new ArrayList<>();
        lines.add("1 KB messages; medians of the rounds (least–most)");
        for (Row row : rows) {
            lines.add(
                    "%s %s: %s"
                            .formatted(
                                    row.workload(),
                                    row.what(),
                                    row.figures().entrySet().stream()
                                            .map(
                                                    figure ->
                                                            figure(
                                                                    figure.getKey(),
                                                                    figure.getValue()))
                                            .collect(Collectors.joining("; "))));
        }
        return String.join("\n", lines);
    }

    String json() {
        Json json = new Json(JsonLimits.STORED);
        ObjectNode report = Json.emptyObject();
        ArrayNode all = report.putArray("workloads");
        for (Row row : rows) {
            ObjectNode one =
                    all.addObject().put("workload", row.workload()).put("what", row.what());
            ObjectNode figures = one.putObject("figures");
            row.figures()
                    .forEach(
                            (name, values) -> {
                                ObjectNode figure = figures.putObject(name);
                                figure.put("median", Row.median(values));
                                figure.put("least", Row.least(values));
                                figure.put("most", Row.most(values));
                            });
        }
        return json.text(report);
    }

    private static String figure(String name, double[] values) {
        String median = number(Row.median(values));
        return values.length == 1
                ? name + " " + median
                : "%s %s (%s–%s)"
                        .formatted(
                                name, median, number(Row.least(values)), number(Row.most(values)));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 || value == 0 ? "%,.0f" : "%.2f", value);
    }
}
