package dev.waybill.server.http.route;

import java.util.Arrays;
import java.util.Optional;

/// The methods a route may have. `HEAD` and `OPTIONS` are answered for every route and need none of their own.
public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE;

    /// Whether it only looks; the wrong token on such a route is refused in other words.
    boolean reads() {
        return this == GET;
    }

    /// Reads the method of a request line; `HEAD` asks what `GET` would answer.
    public static Optional<Method> of(String name) {
        return name.equals("HEAD")
                ? Optional.of(GET)
                : Arrays.stream(values()).filter(method -> method.name().equals(name)).findFirst();
    }
}
