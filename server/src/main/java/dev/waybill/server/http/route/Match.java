package dev.waybill.server.http.route;

import java.util.Map;

/// What the [Router] makes of a method and a path.
public sealed interface Match {
    /// The route, and what its path parameters hold.
    record Found(Route route, Map<String, String> parameters) implements Match {
        public Found {
            parameters = Map.copyOf(parameters);
        }
    }

    /// The path exists for other methods, listed as in an `Allow` header.
    record OtherMethods(String allow) implements Match {}

    /// No route has this path.
    record Unknown() implements Match {}
}
