package dev.waybill.server.push;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.node.AckMode;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.RetryAfter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// What became of one attempt to post something.
sealed interface Verdict {
    Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(15);

    /// It is there, and will be acknowledged later.
    record Arrived() implements Verdict {}

    record Acked() implements Verdict {}

    /// It is to be tried again. `addressFails` tells that others would fail as well; `retryAfter` is what was asked for.
    record Failed(String error, boolean addressFails, Duration retryAfter) implements Verdict {}

    static Verdict of(HttpAnswer answer, AckMode mode, Json json, Instant now) {
        if (answer.redirecting()) {
            return new Failed(
                    "HTTP " + answer.status() + ": redirect not allowed", true, Duration.ZERO);
        }
        if (!answer.successful()) {
            return refused(answer, now);
        }
        return switch (mode) {
            case MANUAL -> new Arrived();
            case ON_2XX -> new Acked();
            case RESPONSE ->
                    acknowledges(answer, json)
                            ? new Acked()
                            : new Failed("response ack not signaled", false, Duration.ZERO);
        };
    }

    static Verdict of(IOException failure) {
        return new Failed(error(failure), true, Duration.ZERO);
    }

    private static String error(IOException failure) {
        if (failure instanceof RefusedTarget refused) {
            return refused.isUnknownHost()
                    ? "the host cannot be found"
                    : "unsafe http_push delivery url";
        }
        return Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName());
    }

    /// Whoever answers with another 4xx is there, and refuses this one.
    private static Failed refused(HttpAnswer answer, Instant now) {
        int status = answer.status();
        boolean addressFails = status >= 500 || status == 429 || status == 408;
        return new Failed(
                "HTTP " + status, addressFails, RetryAfter.of(answer, now, LONGEST_RETRY_AFTER));
    }

    private static boolean acknowledges(HttpAnswer answer, Json json) {
        String type = answer.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.matches("application/([a-z0-9.+-]+\\+)?json\\s*(;.*)?")) {
            return false;
        }
        try {
            JsonNode body = json.tree(answer.body());
            return (body.path("ack").isBoolean() && body.path("ack").asBoolean())
                    || body.path("delivery_status").asString("").equals("acked");
        } catch (JsonFault _) {
            return false;
        }
    }
}
