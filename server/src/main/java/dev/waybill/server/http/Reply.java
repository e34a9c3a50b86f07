package dev.waybill.server.http;

import dev.waybill.server.http.route.Making;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// A finished answer: status, headers and what follows them.
record Reply(
        int status,
        @Nullable String contentType,
        Map<String, String> headers,
        Body body,
        @Nullable Runnable whenSent) {
    Reply(int status, @Nullable String contentType, Map<String, String> headers, Body body) {
        this(status, contentType, headers, body, null);
    }

    Reply then(@Nullable Runnable task) {
        return new Reply(status, contentType, headers, body, task);
    }

    /// What is sent after the headers.
    sealed interface Body {
        /// Negative while nobody knows.
        long length();

        record Bytes(ByteBuffer bytes) implements Body {
            @Override
            public long length() {
                return bytes.remaining();
            }
        }

        /// Sent piece by piece; never whole in memory.
        record OfFile(Path path, long length) implements Body {}

        /// Sent while it is made.
        record Live(Making making) implements Body {
            @Override
            public long length() {
                return -1;
            }
        }
    }

    static Reply empty(int status, Map<String, String> headers) {
        return new Reply(status, null, headers, new Body.Bytes(BufferUtil.EMPTY_BUFFER));
    }

    static Reply of(int status, String contentType, Map<String, String> headers, byte[] body) {
        return new Reply(status, contentType, headers, new Body.Bytes(ByteBuffer.wrap(body)));
    }

    void send(Request request, Response response, Callback done) {
        Callback callback = whenSent == null ? done : Callback.from(done, whenSent);
        HttpFields.Mutable fields = response.getHeaders();
        response.setStatus(status);
        headers.forEach(fields::put);
        if (contentType != null) {
            fields.put(HttpHeader.CONTENT_TYPE, contentType);
        }
        if (contentType != null && body.length() >= 0) {
            fields.put(HttpHeader.CONTENT_LENGTH, body.length());
        }
        // What is left of the body would be taken for the next request, so the connection cannot go
        // on.
        boolean consumed = request.consumeAvailable();
        if (!consumed || stopping(request)) {
            closeAfter(fields);
        }
        switch (body) {
            case Body.Bytes(var bytes) -> response.write(true, bytes.slice(), callback);
            case Body.Live(var making) when HttpMethod.HEAD.is(request.getMethod()) -> {
                making.abandoned();
                response.write(true, BufferUtil.EMPTY_BUFFER, callback);
            }
            case Body.Live(var making) -> new LiveBody(request, response).make(making, callback);
            case Body.OfFile _ when HttpMethod.HEAD.is(request.getMethod()) ->
                    response.write(true, BufferUtil.EMPTY_BUFFER, callback);
            case Body.OfFile(var path, var _) ->
                    Content.copy(Content.Source.from(path), response, callback);
        }
    }

    /// Jetty itself says so only a moment later, when its connector has heard of it, too.
    private static boolean stopping(Request request) {
        return !request.getConnectionMetaData().getConnector().getServer().isRunning();
    }

    static void closeAfter(HttpFields.Mutable fields) {
        fields.put(HttpHeader.CONNECTION, "close");
    }
}
