package dev.waybill.server.outbound;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request that is to be made. Its headers have been checked by whoever made it; without a body none is sent.
public record HttpCall(
        String method, URI target, Map<String, String> headers, @Nullable String body) {
    public HttpCall {
        headers = Map.copyOf(headers);
    }

    public static HttpCall get(URI target, Map<String, String> headers) {
        return new HttpCall("GET", target, headers, null);
    }

    public static HttpCall post(URI target, Map<String, String> headers, String body) {
        return new HttpCall("POST", target, headers, body);
    }
}
