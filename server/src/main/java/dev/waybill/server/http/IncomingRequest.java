package dev.waybill.server.http;

import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Inbound;
import dev.waybill.server.http.route.Problem;
import java.util.List;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/// A Jetty request as routes see it.
final class IncomingRequest implements Inbound {
    private final Request request;
    private final Fields query;
    private final byte[] body;

    IncomingRequest(Request request, byte[] body) {
        this.request = request;
        this.query = queryOf(request);
        this.body = body;
    }

    @Override
    public String requestId() {
        return RequestIds.of(request);
    }

    @Override
    public String sender() {
        return Request.getRemoteAddr(request);
    }

    @Override
    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    @Override
    public List<String> query(String name) {
        return query.getValuesOrEmpty(name);
    }

    @Override
    public byte[] body() {
        return body;
    }

    private static Fields queryOf(Request request) {
        try {
            return Request.extractQueryParameters(request);
        } catch (HttpException.RuntimeException
                | IllegalArgumentException
                | IllegalStateException _) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "The query is not percent-encoded UTF-8");
        }
    }
}
