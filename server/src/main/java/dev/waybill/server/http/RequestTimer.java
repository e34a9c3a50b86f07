package dev.waybill.server.http;

import dev.waybill.server.http.route.Method;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.log.Logging;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    /// There are as many as routes have answers.
    private final Map<Measured, Timer> timers = new ConcurrentHashMap<>();

    private record Measured(String method, String route, int status) {}

    RequestTimer(MeterRegistry registry) {
        this.registry = registry;
    }

    /// Tells which route the request turned out to be for.
    static void found(Request request, Route route) {
        request.setAttribute(ROUTE, route.path());
    }

    void follow(Request request, Response response, String id) {
        long begin = System.nanoTime();
        Request.addCompletionListener(
                request, _ -> record(request, response, System.nanoTime() - begin, id));
    }

    private void record(Request request, Response response, long nanos, String id) {
        String method = known(request.getMethod());
        Object path = request.getAttribute(ROUTE);
        Measured measured =
                new Measured(
                        method, path == null ? NO_ROUTE : path.toString(), response.getStatus());
        timers.computeIfAbsent(measured, this::timer).record(nanos, TimeUnit.NANOSECONDS);
        LOG.atDebug()
                .addKeyValue(Logging.REQUEST, id)
                .addKeyValue("method", method)
                .addKeyValue("route", measured.route())
                .addKeyValue("status", measured.status())
                .addKeyValue("micros", nanos / 1000)
                .log("Request answered");
    }

    private Timer timer(Measured measured) {
        return Timer.builder("http.server.requests")
                .description("Time from a request's head to the end of its answer")
                .tags(
                        "method",
                        measured.method(),
                        "route",
                        measured.route(),
                        "status",
                        Integer.toString(measured.status()))
                .register(registry);
    }

    private static String known(String method) {
        return method.equals("OPTIONS") || Method.of(method).isPresent() ? method : "OTHER";
    }
}
