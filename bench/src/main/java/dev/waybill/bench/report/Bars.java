package dev.waybill.bench.report;

import dev.waybill.bench.load.Figure;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Row;
import java.util.Locale;

/// One figure of all contenders as bars, with the spread of the rounds.
record Bars(Result result, String figure) {
    private static final int NAMES = 190;
    private static final int WIDTH = 520;
    private static final int VALUES = 220;
    private static final int HEIGHT = 24;
    private static final int TOP = 26;

    String svg() {
        double most =
                result.rows().stream()
                        .mapToDouble(row -> row.figure(figure).most())
                        .max()
                        .orElse(0);
        if (most <= 0) {
            return "";
        }
        int height = TOP + result.rows().size() * HEIGHT + 4;
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg width=\"%d\" height=\"%d\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n"
                        .formatted(NAMES + WIDTH + VALUES, height));
        text(svg, 0, 14, "bold", figure);
        int place = TOP;
        for (Row row : result.rows()) {
            bar(svg, place, row, WIDTH / most);
            place += HEIGHT;
        }
        return svg.append("</svg>\n").toString();
    }

    private void bar(StringBuilder svg, int top, Row row, double scale) {
        Figure values = row.figure(figure);
        String colour = row.contender().equals(result.base().contender()) ? "#0b62a4" : "#9aa7b1";
        int middle = top + HEIGHT / 2 - 2;
        text(svg, 0, middle + 4, "normal", row.contender());
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
                        NAMES,
                        top,
                        Math.max(0, values.median() * scale),
                        HEIGHT - 6,
                        colour));
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#222\" stroke-width=\"2\"/>%n",
                        NAMES + Math.max(0, values.least() * scale),
                        NAMES + Math.max(0, values.most() * scale),
                        middle,
                        middle));
        text(
                svg,
                NAMES + (int) Math.max(0, values.most() * scale) + 6,
                middle + 4,
                "normal",
                Numbers.withSpread(values));
    }

    private static void text(StringBuilder svg, int x, int y, String weight, String words) {
        svg.append(
                "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s</text>%n"
                        .formatted(x, y, weight, Page.escaped(words)));
    }
}
