package dev.waybill.server.http.route;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A request that is made inside the server: the path percent-encoded, and whether its answer is still wanted.
public record LocalRequest(
        Method method,
        String path,
        Map<String, String> query,
        @Nullable JsonNode body,
        BooleanSupplier wanted) {
    public LocalRequest {
        query = Map.copyOf(query);
    }

    public static LocalRequest get(String... path) {
        return of(Method.GET, path);
    }

    /// The path from its segments, which are encoded here.
    public static LocalRequest of(Method method, String... path) {
        StringBuilder all = new StringBuilder();
        for (String segment : path) {
            all.append('/').append(encoded(segment));
        }
        return new LocalRequest(method, all.toString(), Map.of(), null, () -> true);
    }

    public LocalRequest with(@Nullable JsonNode other) {
        return new LocalRequest(method, path, query, other, wanted);
    }

    public LocalRequest query(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(query);
        more.put(name, value);
        return new LocalRequest(method, path, more, body, wanted);
    }

    /// Somebody else says how long the answer is wanted.
    public LocalRequest wantedWhile(BooleanSupplier other) {
        return new LocalRequest(method, path, query, body, other);
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
