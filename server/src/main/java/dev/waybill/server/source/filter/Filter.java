package dev.waybill.server.source.filter;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Decides which events a subscription wants.
public final class Filter {
    private final JsonNode filter;

    private Filter(JsonNode filter) {
        this.filter = filter;
    }

    /// What is known of an event.
    public record Context(
            JsonNode metadata,
            JsonNode payload,
            String eventVariant,
            String sourceType,
            String sourceKey) {}

    /// Whether it is wanted, and why.
    public record Verdict(boolean matched, String reason) {}

    public static Filter parse(JsonNode filter) {
        if (!filter.isObject()) {
            throw new Refusal(Reason.INVALID_REQUEST, "filter is no object");
        }
        JsonNode expr = filter.path("expr");
        if (!expr.isMissingNode() && (!expr.isString() || expr.asString().contains("(("))) {
            throw new Refusal(Reason.INVALID_REQUEST, "filter.expr cannot be read");
        }
        return new Filter(filter);
    }

    public Verdict match(Context context) {
        for (Map.Entry<String, JsonNode> wanted : filter.path("metadata").properties()) {
            if (!wanted.getValue().equals(context.metadata().path(wanted.getKey()))) {
                return new Verdict(false, "metadata shortcut mismatch");
            }
        }
        return new Verdict(true, "filter shortcuts matched");
    }
}
