package dev.waybill.server.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What holds for every answer of the API (`relay-wire` §2.1).
final class Conventions {
    private static final Set<String> ERROR =
            Set.of("code", "message", "details", "retryable", "invocation_id");

    /// Of refusals outside the envelope (`provider-delivery` §3.9).
    private static final Set<String> PLAIN =
            Set.of("error", "code", "retryable", "details", "deliveryId", "retryAfterMs");

    private static final Set<String> ANSWERS_503 =
            Set.of("handler_unavailable", "node_dispatch_unavailable", "provider_not_configured");
    private static final Pattern INSIDES =
            Pattern.compile(
                    "Exception|java\\.|dev\\.waybill|tools\\.jackson|org\\.(sqlite|eclipse)|SQLITE|\\bat [a-z]+\\.");
    private static final Pattern CODE = Pattern.compile("[a-z]+(_[a-z]+)*");

    private Conventions() {}

    /// What is wrong with the answer; empty when nothing is.
    static Optional<String> broken(ApiClient.Answer answer) {
        List<String> faults = new ArrayList<>();
        int status = answer.status();
        if (status >= 500 && !(status == 503 && ANSWERS_503.contains(answer.code()))) {
            faults.add("a failure of the server");
        }
        if (INSIDES.matcher(answer.text()).find()) {
            faults.add("speaks of its insides");
        }
        if (status == 204) {
            check(faults, answer.text().isEmpty(), "a body with 204");
        } else if (status == 200 && answer.header("Content-Type").equals("application/jsonl")) {
            check(
                    faults,
                    answer.text().lines().allMatch(Conventions::isObject),
                    "a line is no object");
        } else {
            document(answer, faults);
        }
        return faults.isEmpty() ? Optional.empty() : Optional.of(faults + " " + answer);
    }

    static List<String> broken(List<ApiClient.Answer> answers) {
        return answers.parallelStream().flatMap(answer -> broken(answer).stream()).toList();
    }

    /// In the envelope, or without it where a route says so: then a refusal is a sentence with its code beside it.
    private static void document(ApiClient.Answer answer, List<String> faults) {
        if (!answer.header("Content-Type").equals("application/json")) {
            faults.add("content type " + answer.header("Content-Type"));
            return;
        }
        JsonNode json = answer.json();
        if (json.has("ok")) {
            envelope(answer, json, faults);
        } else if (!answer.ok()) {
            Set<String> names = new TreeSet<>(json.propertyNames());
            check(faults, PLAIN.containsAll(names), "fields " + names);
            check(faults, !json.path("error").asString("").isBlank(), "no words");
            check(faults, CODE.matcher(json.path("code").asString("")).matches(), "no code");
            check(faults, json.path("retryable").isBoolean(), "retryable is no boolean");
        }
    }

    private static void envelope(ApiClient.Answer answer, JsonNode json, List<String> faults) {
        Set<String> names = new TreeSet<>(json.propertyNames());
        check(faults, json.path("ok").asBoolean() == answer.ok(), "ok is wrong");
        if (answer.ok()) {
            check(faults, Set.of("ok", "data", "cursor").containsAll(names), "fields " + names);
            cursor(json.path("cursor"), faults);
        } else {
            check(faults, names.equals(Set.of("ok", "error")), "fields " + names);
            error(json.path("error"), faults);
        }
    }

    private static boolean isObject(String line) {
        return line.startsWith("{") && line.endsWith("}");
    }

    private static void cursor(JsonNode cursor, List<String> faults) {
        if (!cursor.isMissingNode()) {
            Set<String> names = new TreeSet<>(cursor.propertyNames());
            check(faults, names.equals(Set.of("next", "has_more")), "cursor " + names);
            check(faults, cursor.path("has_more").isBoolean(), "has_more is no boolean");
        }
    }

    private static void error(JsonNode error, List<String> faults) {
        Set<String> names = new TreeSet<>(error.propertyNames());
        check(
                faults,
                names.containsAll(Set.of("code", "message")) && ERROR.containsAll(names),
                "error " + names);
        check(faults, CODE.matcher(error.path("code").asString("")).matches(), "no code");
        check(faults, !error.path("message").asString("").isBlank(), "no message");
    }

    private static void check(List<String> faults, boolean holds, String otherwise) {
        if (!holds) {
            faults.add(otherwise);
        }
    }
}
