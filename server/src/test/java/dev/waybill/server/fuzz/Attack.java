package dev.waybill.server.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request, however wrong. The path is sent as it stands; each character of the body is one byte.
record Attack(
        String method,
        String path,
        @Nullable String token,
        @Nullable String body,
        Map<String, String> headers,
        String why) {
    static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    static Attack get(String path, @Nullable String token) {
        return of("GET", path, token, null);
    }

    static Attack post(String path, @Nullable String token, @Nullable String body) {
        return of("POST", path, token, body);
    }

    static Attack of(String method, String path, @Nullable String token, @Nullable String body) {
        return new Attack(
                method,
                path,
                token,
                body == null ? null : bytes(body),
                body == null ? Map.of() : JSON,
                "plain");
    }

    Attack with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Attack(method, path, token, body, more, why);
    }

    Attack because(String reason) {
        return new Attack(method, path, token, body, headers, reason);
    }

    @Override
    public String toString() {
        String sent = body == null ? "" : shortened(new String(body.getBytes(ISO_8859_1), UTF_8));
        return "%s: %s %s as %s %s %s"
                .formatted(why, method, shortened(path), token, headers, sent);
    }

    /// The text as UTF-8, a character for each byte.
    static String bytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    private static String shortened(String text) {
        return text.length() < 300 ? text : text.substring(0, 300) + "… (" + text.length() + ")";
    }
}
