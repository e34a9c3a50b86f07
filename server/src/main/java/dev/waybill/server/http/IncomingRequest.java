package dev.waybill.server.http;

import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Inbound;
import dev.waybill.server.http.route.Problem;
import java.io.InputStream;
import java.util.List;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/// A Jetty request as routes see it.
final class IncomingRequest implements Inbound {
    private static final byte[] NONE = {};

    private final Request request;
    private final Fields query;
    private final byte[] body;
    private final InputStream stream;
    private final SenderWatch watch;

    private IncomingRequest(Request request, byte[] body, InputStream stream) {
        this.request = request;
        this.query = queryOf(request);
        this.body = body;
        this.stream = stream;
        this.watch = new SenderWatch(request);
    }

    static IncomingRequest whole(Request request, byte[] body) {
        return new IncomingRequest(request, body, InputStream.nullInputStream());
    }

    static IncomingRequest streaming(Request request, InputStream body) {
        return new IncomingRequest(request, NONE, body);
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

    @Override
    public InputStream stream() {
        return stream;
    }

    @Override
    public boolean wanted() {
        return watch.waits();
    }

    /// A proxy in front may have taken the request under TLS; it is believed, because only its sender is told.
    @Override
    public String origin() {
        String forwarded = request.getHeaders().get("X-Forwarded-Proto");
        boolean secure = forwarded == null ? request.isSecure() : forwarded.equals("https");
        return (secure ? "https" : "http") + "://" + request.getHttpURI().getAuthority();
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
