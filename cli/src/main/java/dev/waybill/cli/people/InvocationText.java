package dev.waybill.cli.people;

import dev.waybill.cli.text.Plain;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import tools.jackson.databind.JsonNode;

/// An invocation of an action in words: how it ended, or that it has not.
record InvocationText(JsonNode invocation) {
    private static final Json JSON = new Json(JsonLimits.STORED);

    boolean settled() {
        return succeeded() || failed();
    }

    boolean succeeded() {
        return result().path("ok").asBoolean(status().equals("completed"));
    }

    boolean failed() {
        return result().isObject()
                ? !succeeded()
                : status().equals("failed") || status().equals("denied");
    }

    String text() {
        if (!settled()) {
            return "%s is not done yet (%s); look again with: waybill actions history %s --invocation %s"
                    .formatted(action(), status(), action(), id());
        }
        return succeeded()
                ? action() + " is done" + took() + "\n" + document(output())
                : action() + " failed: " + reason() + details();
    }

    private String reason() {
        JsonNode error = result().path("error");
        if (!error.isObject()) {
            return Plain.field(invocation, "error") + " (" + id() + ")";
        }
        String again = error.path("retryable").asBoolean(false) ? ", may be tried again" : "";
        return "%s (%s, %s%s)"
                .formatted(Plain.field(error, "message"), Plain.field(error, "code"), id(), again);
    }

    private String details() {
        JsonNode details = result().path("error").path("details");
        return details.isMissingNode() || details.isNull() ? "" : "\n" + document(details);
    }

    private String took() {
        JsonNode duration = invocation.path("duration_ms");
        return duration.isNumber()
                ? " (%s, %s ms)".formatted(id(), duration.asString())
                : " (" + id() + ")";
    }

    private JsonNode output() {
        return result().isObject() ? result().path("output") : invocation.path("output");
    }

    private JsonNode result() {
        return invocation.path("result");
    }

    private String action() {
        return Plain.field(invocation, "action_name");
    }

    private String id() {
        return Plain.field(invocation, "invocation_id");
    }

    private String status() {
        return Plain.field(invocation, "status");
    }

    static String document(JsonNode value) {
        return value.isMissingNode() || value.isNull()
                ? "no output"
                : Plain.block(JSON.pretty(value));
    }
}
