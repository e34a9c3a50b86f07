package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Wire;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads why GitHub did not do it.
final class Failures {
    private final Wire wire;
    private final int attempt;
    private final InstantSource clock;

    Failures(Job job, InstantSource clock) {
        this(job.wire(), job.attempt(), clock);
    }

    Failures(Wire wire, int attempt, InstantSource clock) {
        this.wire = wire;
        this.attempt = attempt;
        this.clock = clock;
    }

    Outcome.Refused of(Reply reply) {
        String message = reply.text("message");
        Duration wait = Waits.of(reply.answer(), message, attempt, clock.instant()).orElse(null);
        ProviderFault fault = wait == null ? fault(reply.status()) : ProviderFault.RATE_LIMITED;
        return of(reply, fault, words(reply), wait);
    }

    /// With a reason that its status alone does not tell.
    Outcome.Refused of(
            Reply reply, ProviderFault fault, String words, @Nullable Duration retryAfter) {
        return new Outcome.Refused(
                fault, wire.kept(words), retryAfter, details(reply), reply.evidence());
    }

    private static ProviderFault fault(int status) {
        return switch (status) {
            case 401, 403 -> ProviderFault.AUTH;
            case 404 -> ProviderFault.NOT_FOUND;
            case 408 -> ProviderFault.UNAVAILABLE;
            default -> status >= 500 ? ProviderFault.UNAVAILABLE : ProviderFault.REJECTED;
        };
    }

    private static String words(Reply reply) {
        if (reply.answer().redirecting()) {
            return "GitHub answered %d and leads to where its API is not".formatted(reply.status());
        }
        String reasons = reasons(reply.content().path("errors"));
        return "GitHub answered "
                + reply.status()
                + (reply.text("message").isEmpty() ? "" : ": " + reply.text("message"))
                + (reasons.isEmpty() ? "" : " (" + reasons + ")");
    }

    private static String reasons(JsonNode errors) {
        return errors.valueStream()
                .map(error -> error.isString() ? error.stringValue() : reason(error))
                .filter(text -> !text.isBlank())
                .limit(5)
                .collect(Collectors.joining("; "));
    }

    private static String reason(JsonNode error) {
        String message = error.path("message").asString("");
        return message.isEmpty()
                ? (error.path("field").asString("") + " " + error.path("code").asString("")).strip()
                : message;
    }

    private ObjectNode details(Reply reply) {
        ObjectNode details = Json.emptyObject();
        details.put("providerStatus", reply.status());
        String kept = wire.kept(reply.answer().body());
        JsonNode tree = Reply.tree(kept);
        if (tree.path("message").isString()) {
            details.set("message", tree.path("message"));
        }
        if (tree.isContainer()) {
            details.set("body", tree);
        } else if (!kept.isBlank()) {
            details.put("body", kept);
        }
        return details;
    }
}
