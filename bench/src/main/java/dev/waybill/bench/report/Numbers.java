package dev.waybill.bench.report;

import dev.waybill.bench.load.Figure;
import java.util.Locale;

/// Figures as people read them.
final class Numbers {
    private Numbers() {}

    /// The median, and the least and the most where there are several.
    static String withSpread(Figure figure) {
        if (figure.isEmpty()) {
            return "–";
        }
        return figure.rounds().size() == 1
                ? text(figure.median())
                : "%s (%s–%s)"
                        .formatted(
                                text(figure.median()), text(figure.least()), text(figure.most()));
    }

    /// As exact as is worth reading.
    static String text(double value) {
        double size = Math.abs(value);
        String format = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
