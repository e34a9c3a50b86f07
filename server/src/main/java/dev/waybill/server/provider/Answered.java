package dev.waybill.server.provider;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.outbound.HttpAnswer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An answer of a provider. The body is missing where it is not JSON; the excerpt is what may be shown of it, and the pause
/// is how long the provider asks to be left alone.
public record Answered(HttpAnswer http, JsonNode body, String excerpt, Duration pause)
        implements Reply {
    private static final int GATEWAY_TIMEOUT = 504;

    public int status() {
        return http.status();
    }

    public boolean successful() {
        return http.successful();
    }

    public boolean legible() {
        return body.isObject();
    }

    /// A text of the body; empty where it is not there.
    public String text(String field) {
        return body.path(field).asString("");
    }

    public Evidence evidence(String requestIdHeader) {
        return Evidence.of(status(), http.header(requestIdHeader).orElse(null));
    }

    /// As many of the unit as a number in the body asks for, or else what `Retry-After` does.
    public @Nullable Duration pause(JsonNode asked, Duration unit) {
        if (!asked.isNumber()) {
            return pause.isZero() ? null : pause;
        }
        double longest = Outcome.LONGEST_PAUSE.toMillis();
        double millis = asked.asDouble(longest) * unit.toMillis();
        return Duration.ofMillis((long) Math.ceil(Math.clamp(millis, 0, longest)));
    }

    /// What its status alone means.
    public ProviderFault fault() {
        return switch (status()) {
            case 401, 403 -> ProviderFault.AUTH;
            case 404 -> ProviderFault.NOT_FOUND;
            case 429 -> ProviderFault.RATE_LIMITED;
            case 408, 425 -> ProviderFault.UNAVAILABLE;
            default -> status() >= 500 ? ProviderFault.UNAVAILABLE : ProviderFault.REJECTED;
        };
    }

    /// An answer that is not the success it should be. After a success that cannot be read nobody knows what was done.
    public Outcome failure(String said, Evidence evidence) {
        if (successful()) {
            return new Outcome.Unclear("the answer cannot be read", evidence);
        }
        if (http.redirecting()) {
            return refused(
                    ProviderFault.REJECTED,
                    "answered with a redirect (" + status() + "), which is not followed",
                    evidence);
        }
        return refused(fault(), said.isBlank() ? "answered " + status() : said, evidence);
    }

    /// Not done; but after 504 nobody knows what was done, whatever the body says.
    public Outcome refused(ProviderFault fault, String said, Evidence evidence) {
        return refused(fault, said, pause.isZero() ? null : pause, evidence);
    }

    public Outcome refused(
            ProviderFault fault, String said, @Nullable Duration wait, Evidence evidence) {
        if (status() == GATEWAY_TIMEOUT) {
            return new Outcome.Unclear("a gateway got no answer in time (504)", evidence);
        }
        ObjectNode details = Json.emptyObject();
        details.put("providerStatus", status());
        details.put("body", excerpt);
        return new Outcome.Refused(fault, said, fault.retryable() ? wait : null, details, evidence);
    }
}
