package dev.waybill.server.http;

import dev.waybill.server.http.openapi.Documentation;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import java.util.List;
import java.util.stream.Collectors;

/// What operators and readers of the documentation ask a running server for. Open to anyone.
final class OperationsRoutes {
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";

    private final HttpEdge.Operations operations;
    private final RouteTable table;
    private final Documentation documentation;

    /// Adds its own section to the routes of the API.
    OperationsRoutes(HttpEdge.Api api, HttpEdge.Operations operations) {
        this.operations = operations;
        this.table = api.routes().with(section());
        this.documentation = new Documentation(table, operations.version(), api.json());
    }

    /// Says that the process answers at all.
    record Health(String status, String version) {}

    /// Says that every part is in order.
    record Ready(String status, String version, List<Readiness.Check> checks) {}

    RouteTable table() {
        return table;
    }

    private RouteTable.Section section() {
        return RouteTable.section(
                "Operations",
                Route.get("/health", Access.anyone())
                        .summary("Tells that the server is up, whatever its store does.")
                        .answers(Health.class)
                        .to(_ -> Answer.data(new Health("up", operations.version()))),
                Route.get("/ready", Access.anyone())
                        .summary("Tells whether the server can do its work.")
                        .answers(Ready.class)
                        .fails(ErrorCode.UNAVAILABLE)
                        .to(this::ready),
                Route.get("/metrics", Access.anyone())
                        .summary("Lists the server's measurements for Prometheus.")
                        .answersDocument(METRICS)
                        .to(_ -> Answer.document(METRICS, operations.metrics().scrape())),
                Route.get("/openapi.json", Access.anyone())
                        .summary("Describes every route for programs, as OpenAPI 3.1.")
                        .answersDocument(Replies.JSON)
                        .to(_ -> Answer.document(Replies.JSON, documentation.openApi())),
                Route.get("/docs", Access.anyone())
                        .summary("Describes every route for people.")
                        .answersDocument(HTML)
                        .to(_ -> Answer.document(HTML, documentation.page())),
                Route.get("/docs.css", Access.anyone())
                        .summary("Lays out that page.")
                        .answersDocument(CSS)
                        .to(_ -> Answer.document(CSS, documentation.styles())));
    }

    private Answer ready(Call call) {
        List<Readiness.Check> checks = operations.readiness().checks();
        String failing =
                checks.stream()
                        .filter(check -> !check.ok())
                        .map(check -> check.name() + " (" + check.message() + ")")
                        .collect(Collectors.joining(", "));
        if (!failing.isEmpty()) {
            throw new Problem(ErrorCode.UNAVAILABLE, "Not ready: " + failing);
        }
        return Answer.data(new Ready("ready", operations.version(), checks));
    }
}
