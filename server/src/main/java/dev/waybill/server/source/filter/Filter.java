package dev.waybill.server.source.filter;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// What a subscription wants of its source: the facts that `metadata` and `payload` name, and the events that `expr` is true
/// of. What is absent lets everything through.
public final class Filter {
    private static final Set<String> PARTS = Set.of("metadata", "payload", "expr");

    private final @Nullable Shortcut metadata;
    private final @Nullable Shortcut payload;
    private final @Nullable Expr expr;

    private Filter(@Nullable Shortcut metadata, @Nullable Shortcut payload, @Nullable Expr expr) {
        this.metadata = metadata;
        this.payload = payload;
        this.expr = expr;
    }

    /// What a filter sees of an event.
    public record Context(
            JsonNode metadata,
            JsonNode payload,
            String eventVariant,
            String sourceType,
            String sourceKey) {
        /// The names that expressions begin with.
        ObjectNode names() {
            ObjectNode names = JsonNodeFactory.instance.objectNode();
            names.set("metadata", metadata);
            names.set("payload", payload);
            return names.put("eventVariant", eventVariant)
                    .put("sourceType", sourceType)
                    .put("sourceKey", sourceKey);
        }
    }

    /// Whether a filter lets an event through, and why.
    public record Verdict(boolean matched, String reason) {
        static Verdict yes(String reason) {
            return new Verdict(true, reason);
        }

        static Verdict no(String reason) {
            return new Verdict(false, reason);
        }
    }

    /// Refuses what is no filter with [Reason#INVALID_REQUEST], and says what is wrong and where.
    public static Filter parse(@Nullable JsonNode filter) {
        JsonNode given = filter == null || filter.isNull() ? MissingNode.getInstance() : filter;
        if (!given.isObject() && !given.isMissingNode()) {
            throw refusal("filter has to be an object");
        }
        for (String part : given.propertyNames()) {
            if (!PARTS.contains(part)) {
                throw refusal(
                        "filter has no field \"" + part + "\": it has metadata, payload and expr");
            }
        }
        return new Filter(
                part(given, "metadata", Shortcut::new),
                part(given, "payload", Shortcut::new),
                part(given, "expr", Filter::expr));
    }

    public Verdict match(Context context) {
        Meter meter = new Meter();
        if (metadata != null && !fits(metadata, context.metadata(), meter)) {
            return Verdict.no("metadata shortcut mismatch");
        }
        if (payload != null && !fits(payload, context.payload(), meter)) {
            return Verdict.no("payload shortcut mismatch");
        }
        return expr == null
                ? Verdict.yes("filter shortcuts matched")
                : evaluated(expr, context, meter);
    }

    private static Verdict evaluated(Expr expr, Context context, Meter meter) {
        try {
            JsonNode value = new Evaluator(context.names(), meter).value(expr);
            return Coercion.truthy(value)
                    ? Verdict.yes("filter shortcuts and expr matched")
                    : Verdict.no("expr returned false");
        } catch (ExprFault e) {
            return Verdict.no("expr evaluation failed: " + e.detail());
        }
    }

    private static boolean fits(Shortcut shortcut, JsonNode actual, Meter meter) {
        try {
            return shortcut.fits(actual, meter);
        } catch (ExprFault _) {
            return false;
        }
    }

    private static @Nullable Expr expr(JsonNode expr) {
        if (!expr.isString()) {
            throw new ExprFault("it has to be a text");
        }
        return expr.stringValue().isEmpty() ? null : Parser.parse(expr.stringValue());
    }

    private static <T> @Nullable T part(
            JsonNode filter, String name, Function<JsonNode, @Nullable T> reading) {
        JsonNode part = filter.path(name);
        if (part.isMissingNode() || part.isNull()) {
            return null;
        }
        try {
            return reading.apply(part);
        } catch (ExprFault e) {
            throw refusal("filter." + name + ": " + e.detail());
        }
    }

    private static Refusal refusal(String detail) {
        return new Refusal(Reason.INVALID_REQUEST, detail);
    }
}
