package dev.waybill.server.http;

import dev.waybill.server.http.route.ErrorCode;
import java.util.Arrays;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// Puts the errors that Jetty answers by itself, such as a request it cannot parse, into our envelope.
final class ErrorAnswers implements Request.Handler {
    private final ResponseHeaders headers;
    private final Replies replies;

    ErrorAnswers(ResponseHeaders headers, Replies replies) {
        this.headers = headers;
        this.replies = replies;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status =
                request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException refused
                        ? refused.getCode()
                        : response.getStatus();
        headers.addTo(response.getHeaders());
        response.getHeaders().put(RequestIds.HEADER, RequestIds.of(request));
        Reply.closeAfter(response.getHeaders());
        replies.failure(status, code(status).wire(), message(status))
                .send(request, response, callback);
        return true;
    }

    private static ErrorCode code(int status) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.status() == status)
                .findFirst()
                .orElse(status < 500 ? ErrorCode.INVALID_REQUEST : ErrorCode.INTERNAL_ERROR);
    }

    /// Jetty's own reasons may quote the request, which may hold a token; the status says enough.
    private static String message(int status) {
        return status == HttpStatus.SERVICE_UNAVAILABLE_503
                ? "The server is stopping"
                : HttpStatus.getMessage(status);
    }
}
