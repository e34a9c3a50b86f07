package dev.waybill.server.http.route;

import java.util.Map;
import java.util.Optional;

/// The methods a route may have. `HEAD` and `OPTIONS` are answered for every route and need none of their own.
public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE;

    private static final Map<String, Method> BY_NAME =
            Map.of(
                    "GET", GET, "HEAD", GET, "POST", POST, "PUT", PUT, "PATCH", PATCH, "DELETE",
                    DELETE);

    /// Whether it only looks; the wrong token on such a route is refused in other words.
    boolean reads() {
        return this == GET;
    }

    /// Reads the method of a request line; `HEAD` asks what `GET` would answer.
    public static Optional<Method> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
