package dev.waybill.server.http.openapi;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Contract.Input;
import dev.waybill.server.http.route.Contract.Output;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import java.util.Locale;
import java.util.stream.Collectors;

/// Writes the route table as one HTML page.
final class DocsPage {
    private static final String HEAD =
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Waybill API</title>
            <link rel="stylesheet" href="/docs.css">
            </head>
            <body>
            """;

    private static final String ENVELOPE =
            """
            <p>Answers are JSON: <code>{"ok":true,"data":…}</code>, or
            <code>{"ok":false,"error":{"code":…,"message":…}}</code> with a status of 400 and above.
            Every answer carries <code>X-Request-Id</code>. Programs find the same in
            <a href="/openapi.json">openapi.json</a>.</p>
            """;

    private final RouteTable table;
    private final Examples examples;
    private final TypeList types;
    private final StringBuilder html = new StringBuilder(HEAD);

    DocsPage(RouteTable table, Examples examples, TypeList types) {
        this.table = table;
        this.examples = examples;
        this.types = types;
    }

    String html(String version) {
        html.append("<header><h1>Waybill API <small>").append(Html.text(version));
        html.append("</small></h1>\n").append(ENVELOPE).append("<nav>");
        for (RouteTable.Section section : table.sections()) {
            html.append("<a href=\"#").append(anchor(section)).append("\">");
            html.append(Html.text(section.title())).append("</a> ");
        }
        html.append("<a href=\"#types\">Types</a></nav></header>\n<main>\n");
        table.sections().forEach(this::add);
        html.append(types.html());
        return html.append("</main>\n</body>\n</html>\n").toString();
    }

    private void add(RouteTable.Section section) {
        html.append("<section id=\"").append(anchor(section)).append("\">\n<h2>");
        html.append(Html.text(section.title())).append("</h2>\n");
        section.routes().forEach(this::add);
        html.append("</section>\n");
    }

    private void add(Route route) {
        String method = route.method().name();
        html.append("<details>\n<summary><b class=\"")
                .append(method.toLowerCase(Locale.ROOT))
                .append("\">")
                .append(method)
                .append("</b> <code>")
                .append(Html.text(route.path().toString()).replace("/", "/<wbr>"))
                .append("</code> <span>")
                .append(Html.text(route.contract().summary()))
                .append("</span></summary>\n<dl>\n");
        term("Callers", Html.text(callers(route.access())));
        route.contract()
                .query()
                .forEach(query -> term("?" + query.name(), Html.text(query.meaning())));
        term("Takes", input(route.contract().input()));
        term("Answers", output(route.contract().output()));
        term("Errors", errors(route));
        html.append("</dl>\n<pre>").append(Html.text(examples.curl(route)));
        html.append("</pre>\n</details>\n");
    }

    private void term(String name, String definition) {
        html.append("<dt>").append(Html.text(name)).append("</dt><dd>").append(definition);
        html.append("</dd>\n");
    }

    private static String callers(Access access) {
        return switch (access) {
            case Access.Anyone _ -> "anyone";
            case Access.AnyOf(var roles, var _) ->
                    roles.stream().map(Role::credential).collect(Collectors.joining(", "));
        };
    }

    private String input(Input input) {
        return switch (input) {
            case Input.None _ -> "no body";
            case Input.Required(var type) -> types.link(type);
            case Input.Accepted(var type) -> types.link(type) + ", or no body";
            case Input.Stream _ -> "bytes of any kind";
        };
    }

    private String output(Output output) {
        return output.status()
                + switch (output) {
                    case Output.Data(var _, var type) -> " with " + types.link(type);
                    case Output.Done _ -> "";
                    case Output.Empty _ -> " without a body";
                    case Output.Document(var contentType) -> " with " + Html.text(contentType);
                    case Output.File _ -> " with the bytes of the file";
                };
    }

    private static String errors(Route route) {
        return route.possibleErrors().stream()
                .map(DocsPage::error)
                .collect(Collectors.joining(", "));
    }

    private static String error(ErrorCode code) {
        return code.status() + "&nbsp;<code>" + code.wire() + "</code>";
    }

    private static String anchor(RouteTable.Section section) {
        return section.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
