package dev.waybill.server.http.api;

import dev.waybill.server.http.route.Call;

/// Reads query parameters that many routes have.
final class Queries {
    private Queries() {}

    /// Clients send all kinds of limits; those that make no sense are brought into range instead of being refused.
    static int limit(Call call, int otherwise, int max) {
        return call.query("limit").map(text -> clamped(text, otherwise, max)).orElse(otherwise);
    }

    private static int clamped(String text, int otherwise, int max) {
        try {
            return Math.clamp(Long.parseLong(text), 1, max);
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }
}
