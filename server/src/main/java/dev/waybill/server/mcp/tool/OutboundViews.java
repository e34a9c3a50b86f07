package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a model gets to see of attempts: what is ours as it is, what a provider answered only in its marks.
///
/// Fields are named one by one, so that a new one with words of others is not shown by oversight.
final class OutboundViews {
    private static final Pattern CAPITAL = Pattern.compile("([A-Z])");
    private static final String ERROR = "error";
    private static final String RESULT = "result";
    private static final String SAID = "provider_said";

    private OutboundViews() {}

    static ObjectNode actions(JsonNode answer) {
        ObjectNode shown = only(answer, "sourceId", "providerConfigured");
        if (isPlain(answer.path("handle"))) {
            shown.set("handle", answer.get("handle"));
        }
        ArrayNode operations = shown.putArray("operations");
        answer.path("operations")
                .forEach(
                        each ->
                                operations.add(
                                        only(
                                                each,
                                                "name",
                                                "title",
                                                "description",
                                                "inputSchema",
                                                "canonicalTextAlias",
                                                "idempotency",
                                                "destructive",
                                                "available",
                                                "unavailableReason")));
        return shown;
    }

    /// Of one that was kept, or only checked.
    static ObjectNode attempt(JsonNode attempt) {
        ObjectNode shown =
                only(
                        attempt,
                        "dryRun",
                        "deliveryId",
                        "status",
                        "operation",
                        "provider",
                        "surface",
                        "itemId",
                        "entryId",
                        "sourceId",
                        "replayed",
                        "attempts",
                        "createdAt",
                        "updatedAt",
                        "completedAt",
                        "nextAttemptAt",
                        "providerStatus",
                        "errorCode",
                        "retryable",
                        "approval",
                        "credential",
                        "idempotency",
                        "destructive",
                        "needsApproval");
        token(attempt, "targetRef", shown);
        token(attempt, "threadRef", shown);
        said(attempt, shown);
        if (attempt.at("/approval/state").asString("").equals("pending")) {
            shown.put("asked_for", Strangers.asked(attempt.path("payload").toString()));
        }
        if (attempt.has("events")) {
            shown.set("events", NetworkViews.each(attempt.get("events"), OutboundViews::event));
        }
        return shown;
    }

    private static ObjectNode event(JsonNode event) {
        return only(
                event,
                "seq",
                "at",
                "fromStatus",
                "toStatus",
                "attempt",
                "httpMethod",
                "httpStatus",
                "durationMs",
                "errorCode",
                "retryAfterMs",
                "by");
    }

    /// Ids and addresses of the result can be used; whatever else a provider said stands between marks.
    private static void said(JsonNode attempt, ObjectNode shown) {
        JsonNode result = attempt.path(RESULT);
        ObjectNode usable = Json.emptyObject();
        result.forEachEntry(
                (name, value) -> {
                    if (Strangers.isToken(name) && isPlain(value)) {
                        usable.set(name, value);
                    }
                });
        if (!usable.isEmpty()) {
            shown.set(RESULT, usable);
        }
        if (usable.size() < result.size()) {
            shown.put(SAID, Strangers.provider(result.toString()));
        }
        if (attempt.path(ERROR).isString()) {
            shown.put(ERROR, Strangers.provider(attempt.get(ERROR).asString()));
        }
    }

    private static void token(JsonNode from, String name, ObjectNode to) {
        if (from.path(name).isString() && isPlain(from.get(name))) {
            to.set(snake(name), from.get(name));
        }
    }

    /// Whether there is no room for a sentence in it.
    static boolean isPlain(JsonNode value) {
        if (value.isObject()) {
            return !value.isEmpty() && value.valueStream().allMatch(OutboundViews::isScalar);
        }
        return isScalar(value);
    }

    private static boolean isScalar(JsonNode value) {
        return value.isString()
                ? Strangers.isToken(value.asString())
                : value.isNumber() || value.isBoolean() || value.isNull();
    }

    /// These fields, in the spelling of tools.
    static ObjectNode only(JsonNode from, String... names) {
        ObjectNode shown = Json.emptyObject();
        for (String name : names) {
            JsonNode value = from.path(name);
            if (!value.isMissingNode() && !value.isNull()) {
                shown.set(snake(name), value);
            }
        }
        return shown;
    }

    private static String snake(String name) {
        return CAPITAL.matcher(name).replaceAll("_$1").toLowerCase(Locale.ROOT);
    }
}
