package dev.waybill.server.provider;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request to a provider, before anybody has looked where it leads.
public record Request(
        String method, String url, Map<String, String> headers, @Nullable String body) {
    public Request {
        headers = Map.copyOf(headers);
    }

    public static Request get(String url) {
        return new Request("GET", url, Map.of(), null);
    }

    public static Request json(String method, String url, String body) {
        return new Request(
                method, url, Map.of("Content-Type", "application/json; charset=utf-8"), body);
    }

    public Request with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Request(method, url, more, body);
    }

    public Request bearer(String token) {
        return with("Authorization", "Bearer " + token);
    }

    /// Whether every header can be sent: a line break in one would begin another.
    boolean sendable() {
        return headers.values().stream()
                .allMatch(value -> value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 127)));
    }
}
