package dev.waybill.bench.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The table a person reads: messages per second, CPU per message, and the ratios that matter.
final class StoreReport {
    private final List<String> names;
    private final Map<Integer, Map<String, Round>> rows = new LinkedHashMap<>();

    StoreReport(List<String> names) {
        this.names = names;
    }

    void add(int writers, Map<String, Round> medians) {
        rows.put(writers, medians);
    }

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "durable messages of 1 KB per second (CPU µs per message), medians; one message and one delivery row");
        lines.add(
                "| writers | "
                        + String.join(" | ", names)
                        + " | sqlite ÷ commit each with 1 | sqlite ÷ bare file |");
        lines.add("|---".repeat(names.size() + 3) + "|");
        double single = rate(rows.keySet().iterator().next(), "sqlite, commit each");
        for (int writers : rows.keySet()) {
            StringBuilder line = new StringBuilder("| " + writers);
            for (String name : names) {
                Round round = round(writers, name);
                line.append(
                        " | %,.0f (%.0f)".formatted(round.perSecond(), round.cpuMicrosPerWrite()));
            }
            double sqlite = rate(writers, "sqlite");
            line.append(
                    " | %.1f | %.2f |"
                            .formatted(sqlite / single, sqlite / rate(writers, "bare file")));
            lines.add(line.toString());
        }
        return String.join("\n", lines);
    }

    private double rate(int writers, String name) {
        return round(writers, name).perSecond();
    }

    private Round round(int writers, String name) {
        return Objects.requireNonNull(Objects.requireNonNull(rows.get(writers)).get(name));
    }
}
