package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.refusal.Facts;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Why a tool could not do what was asked, in words for the model, with what to do about it.
final class ToolFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String detail;
    private final String advice;
    private final transient ObjectNode facts;

    ToolFault(String code, String detail, String advice) {
        this(code, detail, advice, Json.emptyObject());
    }

    private ToolFault(String code, String detail, String advice, ObjectNode facts) {
        super(code + ": " + detail, null, false, false);
        this.code = code;
        this.detail = detail;
        this.advice = advice;
        this.facts = facts;
    }

    static ToolFault of(Problem problem) {
        ErrorCode code = problem.code();
        return new ToolFault(
                code.wire(), words(problem), Advice.on(code), facts(problem, isOfProvider(code)));
    }

    /// What a provider said may be anything.
    private static String words(Problem problem) {
        if (!isOfProvider(problem.code())) {
            return problem.detail();
        }
        String delivery = problem.facts().deliveryId();
        return (delivery == null ? "The provider" : "The provider, asked for " + delivery + ",")
                + " did not do it: "
                + Strangers.provider(problem.detail());
    }

    private static ObjectNode facts(Problem problem, boolean ofProvider) {
        Facts known = problem.facts();
        ObjectNode facts = Json.emptyObject();
        if (known.deliveryId() != null) {
            facts.put("delivery_id", known.deliveryId());
        }
        if (known.retryable() != null) {
            facts.put("retryable", known.retryable());
        }
        if (known.retryAfterMs() != null) {
            facts.put("retry_after_ms", known.retryAfterMs());
        }
        if (known.details() != null && !ofProvider) {
            facts.set("details", NetworkViews.visible(known.details()));
        }
        return facts;
    }

    private static boolean isOfProvider(ErrorCode code) {
        return switch (code) {
            case PROVIDER_REJECTED,
                    PROVIDER_AUTH,
                    PROVIDER_NOT_FOUND,
                    PROVIDER_RATE_LIMITED,
                    PROVIDER_UNAVAILABLE,
                    PROVIDER_TIMEOUT ->
                    true;
            default -> false;
        };
    }

    /// The arguments are not what the tool takes.
    static ToolFault argument(String detail) {
        return new ToolFault(
                ErrorCode.INVALID_REQUEST.wire(), detail, Advice.on(ErrorCode.INVALID_REQUEST));
    }

    /// A tool that promises a shape of its data gives none when it fails: hosts hold it to that.
    Outcome outcome(boolean withData) {
        ObjectNode structured = Json.emptyObject();
        structured
                .putObject("error")
                .put("code", code)
                .put("message", detail)
                .put("advice", advice)
                .setAll(facts);
        ObjectNode text =
                Json.emptyObject()
                        .put("type", "text")
                        .put("text", (code + ": " + sentence(detail) + " " + advice).strip());
        return new Outcome(List.of(text), withData ? structured : null, true);
    }

    private static String sentence(String words) {
        return words.endsWith(".") || words.endsWith("?") ? words : words + ".";
    }
}
