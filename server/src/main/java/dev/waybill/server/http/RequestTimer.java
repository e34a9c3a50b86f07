package dev.waybill.server.http;

import dev.waybill.server.http.route.Method;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.log.Logging;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Measures requests by method, route and status. The path itself is never used: it has too many values, and secrets.
final class RequestTimer {
    private static final Logger LOG = LoggerFactory.getLogger(RequestTimer.class);
    private static final String ROUTE = RequestTimer.class.getName();
    private static final String NO_ROUTE = "none";

    private final MeterRegistry registry;

    RequestTimer(MeterRegistry registry) {
        this.registry = registry;
    }

    /// Tells which route the request turned out to be for.
    static void found(Request request, Route route) {
        request.setAttribute(ROUTE, route.path().toString());
    }

    void follow(Request request, Response response, String id) {
        long begin = System.nanoTime();
        Request.addCompletionListener(
                request, _ -> record(request, response, System.nanoTime() - begin, id));
    }

    private void record(Request request, Response response, long nanos, String id) {
        String method = known(request.getMethod());
        String route = request.getAttribute(ROUTE) instanceof String template ? template : NO_ROUTE;
        String status = Integer.toString(response.getStatus());
        Timer.builder("http.server.requests")
                .description("Time from a request's head to the end of its answer")
                .tags("method", method, "route", route, "status", status)
                .register(registry)
                .record(nanos, TimeUnit.NANOSECONDS);
        LOG.atDebug()
                .addKeyValue(Logging.REQUEST, id)
                .addKeyValue("method", method)
                .addKeyValue("route", route)
                .addKeyValue("status", status)
                .addKeyValue("micros", nanos / 1000)
                .log("Request answered");
    }

    private static String known(String method) {
        return method.equals("OPTIONS") || Method.of(method).isPresent() ? method : "OTHER";
    }
}
