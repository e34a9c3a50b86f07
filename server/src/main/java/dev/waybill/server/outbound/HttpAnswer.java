package dev.waybill.server.outbound;

import java.util.Map;
import java.util.Optional;

/// The head of an answer; header names are in lower case.
public record HttpAnswer(int status, Map<String, String> headers) {
    public HttpAnswer {
        headers = Map.copyOf(headers);
    }

    public boolean successful() {
        return status >= 200 && status < 300;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
