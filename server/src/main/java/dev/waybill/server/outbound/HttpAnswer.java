package dev.waybill.server.outbound;

import java.util.Map;
import java.util.Optional;

/// An answer; header names are in lower case. The body is empty unless it was asked for.
public record HttpAnswer(int status, Map<String, String> headers, String body) {
    public HttpAnswer {
        headers = Map.copyOf(headers);
    }

    public boolean successful() {
        return status >= 200 && status < 300;
    }

    public boolean redirecting() {
        return status >= 300 && status < 400;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
