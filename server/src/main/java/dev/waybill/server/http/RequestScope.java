package dev.waybill.server.http;

import dev.waybill.server.log.Logging;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.MDC;

/// What every request gets, whatever becomes of it: an id, the common headers, a place in the log and a measurement.
final class RequestScope extends Handler.Wrapper {
    private final ResponseHeaders headers;
    private final RequestTimer timer;

    RequestScope(Handler handler, ResponseHeaders headers, RequestTimer timer) {
        super(handler);
        this.headers = headers;
        this.timer = timer;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String id = RequestIds.of(request);
        headers.addTo(response.getHeaders());
        response.getHeaders().put(RequestIds.HEADER, id);
        timer.follow(request, response, id);
        try (MDC.MDCCloseable _ = MDC.putCloseable(Logging.REQUEST, id)) {
            return super.handle(request, response, callback);
        }
    }
}
