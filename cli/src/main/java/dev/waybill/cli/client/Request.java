package dev.waybill.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One request to the API: its method, its path below `/v1`, its query, its headers, its body, if it has one, and how long
/// its answer may take.
public record Request(
        String method,
        String path,
        Map<String, String> query,
        Map<String, String> headers,
        @Nullable Object body,
        Duration timeout) {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    public Request {
        query = new LinkedHashMap<>(query);
        headers = Map.copyOf(headers);
    }

    /// The segments are what the caller was given: each is escaped.
    public static Request get(String... segments) {
        return of("GET", segments);
    }

    public static Request post(String... segments) {
        return of("POST", segments);
    }

    public static Request put(String... segments) {
        return of("PUT", segments);
    }

    public static Request patch(String... segments) {
        return of("PATCH", segments);
    }

    public static Request delete(String... segments) {
        return of("DELETE", segments);
    }

    private static Request of(String method, String... segments) {
        String path =
                Arrays.stream(segments).map(Request::escaped).collect(Collectors.joining("/"));
        return new Request(method, "/v1/" + path, Map.of(), Map.of(), null, TIMEOUT);
    }

    public Request query(String name, Optional<String> value) {
        Map<String, String> more = new LinkedHashMap<>(query);
        value.ifPresent(text -> more.put(name, text));
        return new Request(method, path, more, headers, body, timeout);
    }

    public Request header(String name, Optional<String> value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        value.ifPresent(text -> more.put(name, text));
        return new Request(method, path, query, more, body, timeout);
    }

    /// The body as an object of JSON.
    public Request body(Object document) {
        return new Request(method, path, query, headers, document, timeout);
    }

    /// The server is asked to wait so long before it answers.
    public Request waiting(Duration time) {
        return new Request(method, path, query, headers, body, TIMEOUT.plus(time))
                .query("wait", Optional.of(time.toMillis() + "ms"));
    }

    /// It may take that much longer than usual.
    public Request within(Duration time) {
        return new Request(method, path, query, headers, body, TIMEOUT.plus(time));
    }

    String target() {
        String parameters =
                query.entrySet().stream()
                        .map(each -> each.getKey() + "=" + escaped(each.getValue()))
                        .collect(Collectors.joining("&"));
        return parameters.isEmpty() ? path : path + "?" + parameters;
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }
}
