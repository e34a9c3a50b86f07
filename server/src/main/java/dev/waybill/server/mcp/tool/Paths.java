package dev.waybill.server.mcp.tool;

import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.http.route.Method;
import java.util.Arrays;
import java.util.stream.Stream;

/// Requests below `/v1`.
final class Paths {
    private Paths() {}

    static LocalRequest get(String... path) {
        return of(Method.GET, path);
    }

    static LocalRequest post(String... path) {
        return of(Method.POST, path);
    }

    static LocalRequest of(Method method, String... path) {
        return LocalRequest.of(
                method, Stream.concat(Stream.of("v1"), Arrays.stream(path)).toArray(String[]::new));
    }

    /// Those of the arguments that are there become parameters of the query.
    static LocalRequest query(LocalRequest request, Arguments given, String... names) {
        LocalRequest asked = request;
        for (String name : names) {
            if (given.has(name)) {
                asked = asked.query(name, given.text(name));
            }
        }
        return asked;
    }
}
