package dev.waybill.bench.report;

import dev.waybill.bench.load.Result;
import java.util.List;

/// The run as one page of HTML, with its style and its plots inside.
final class Page {
    private static final String HEAD =
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Waybill beside its peers</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff; }
            h2 { margin-top: 2.5rem; }
            table { border-collapse: collapse; margin: 1rem 0; font-size: 13px; }
            th, td { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #ddd; vertical-align: top; }
            tr.ratio td { color: #0b62a4; font-weight: 600; }
            svg { display: block; margin: .8rem 0; }
            .wide { overflow-x: auto; }
            </style>
            </head>
            <body>
            """;

    private final Report report;

    Page(Report report) {
        this.report = report;
    }

    String html() {
        StringBuilder page = new StringBuilder(HEAD).append("<h1>Waybill beside its peers</h1>\n");
        page.append("<table>\n");
        report.facts().all().forEach((name, value) -> fact(page, name, value));
        report.contenders()
                .forEach(
                        (name, about) ->
                                fact(page, name, about.version() + "; " + about.settings()));
        page.append("</table>\n");
        report.absent().forEach(each -> page.append("<p>").append(escaped(each)).append("</p>\n"));
        page.append(
                "<p>1 KB messages. Bars are medians of the rounds, whiskers the least and the most. Ratios are taken round by round.</p>\n");
        report.results().forEach(result -> result(page, result));
        return page.append("</body>\n</html>\n").toString();
    }

    private static void fact(StringBuilder page, String name, String value) {
        page.append("<tr><th>")
                .append(escaped(name))
                .append("</th><td>")
                .append(escaped(value))
                .append("</td></tr>\n");
    }

    private static void result(StringBuilder page, Result result) {
        page.append("<h2>")
                .append(escaped(result.workload() + ": " + result.what()))
                .append("</h2>\n");
        for (String figure : result.compared()) {
            page.append(new Bars(result, figure).svg());
        }
        page.append("<div class=\"wide\"><table>\n");
        for (List<String> line : Tables.rows(result)) {
            page.append(line.getFirst().startsWith(" ") ? "<tr class=\"ratio\">" : "<tr>");
            line.forEach(cell -> page.append("<td>").append(escaped(cell)).append("</td>"));
            page.append("</tr>\n");
        }
        page.append("</table></div>\n");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
