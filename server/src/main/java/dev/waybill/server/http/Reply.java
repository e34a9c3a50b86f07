package dev.waybill.server.http;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// A finished answer: status, headers and bytes.
record Reply(
        int status, @Nullable String contentType, Map<String, String> headers, ByteBuffer body) {
    static Reply empty(int status, Map<String, String> headers) {
        return new Reply(status, null, headers, BufferUtil.EMPTY_BUFFER);
    }

    void send(Request request, Response response, Callback callback) {
        HttpFields.Mutable fields = response.getHeaders();
        response.setStatus(status);
        headers.forEach(fields::put);
        if (contentType != null) {
            fields.put(HttpHeader.CONTENT_TYPE, contentType);
            fields.put(HttpHeader.CONTENT_LENGTH, body.remaining());
        }
        // What is left of the body would be taken for the next request, so the connection cannot go
        // on.
        if (!request.consumeAvailable()) {
            closeAfter(fields);
        }
        response.write(true, body.slice(), callback);
    }

    static void closeAfter(HttpFields.Mutable fields) {
        fields.put(HttpHeader.CONNECTION, "close");
    }
}
