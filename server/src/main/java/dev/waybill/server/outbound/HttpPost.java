package dev.waybill.server.outbound;

import java.net.URI;
import java.util.Map;

/// A request that is to be made. Its headers have been checked by whoever made it.
public record HttpPost(URI target, Map<String, String> headers, String body) {
    public HttpPost {
        headers = Map.copyOf(headers);
    }
}
