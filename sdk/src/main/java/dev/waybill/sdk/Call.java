package dev.waybill.sdk;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One HTTP request: its method, its path below `/v1`, its query, its body, and the key under which it is done once.
record Call(
        String method,
        String path,
        Map<String, String> query,
        @Nullable Object body,
        @Nullable String key) {
    static Call get(String... segments) {
        return new Call("GET", path(segments), Map.of(), null, null);
    }

    static Call delete(String... segments) {
        return new Call("DELETE", path(segments), Map.of(), null, null);
    }

    static Call post(String... segments) {
        return new Call("POST", path(segments), Map.of(), null, null);
    }

    static Call put(String... segments) {
        return new Call("PUT", path(segments), Map.of(), null, null);
    }

    static Call patch(String... segments) {
        return new Call("PATCH", path(segments), Map.of(), null, null);
    }

    Call with(Object newBody) {
        return new Call(method, path, query, newBody, key);
    }

    Call where(String name, Object value) {
        Map<String, String> all = new LinkedHashMap<>(query);
        all.put(name, String.valueOf(value));
        return new Call(method, path, all, body, key);
    }

    Call once(String newKey) {
        return new Call(method, path, query, body, newKey);
    }

    String pathAndQuery() {
        StringBuilder text = new StringBuilder(path);
        char separator = '?';
        for (Map.Entry<String, String> each : query.entrySet()) {
            text.append(separator)
                    .append(each.getKey())
                    .append('=')
                    .append(encoded(each.getValue()));
            separator = '&';
        }
        return text.toString();
    }

    private static String path(String... segments) {
        StringBuilder path = new StringBuilder("/v1");
        for (String segment : segments) {
            path.append('/').append(encoded(segment));
        }
        return path.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
