package dev.waybill.cli.deliver;

import dev.waybill.cli.client.Api;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What the server says of deliveries, for people, and what its refusals tell the shell.
final class Answers {
    private Answers() {}

    /// The body of an answer that is no refusal.
    static JsonNode body(Api.Bare answer) {
        if (answer.status() / 100 == 2) {
            return answer.body();
        }
        JsonNode error = answer.body();
        // Routes outside of this family put what they refuse into an envelope.
        JsonNode enveloped = error.path("error");
        String code = (enveloped.isObject() ? enveloped : error).path("code").asString("no code");
        String words =
                enveloped.isObject()
                        ? enveloped.path("message").asString("")
                        : enveloped.asString("HTTP " + answer.status());
        String delivery = error.path("deliveryId").asString("");
        String refusal =
                Plain.line(words)
                        + " ("
                        + Plain.line(code)
                        + ")"
                        + (delivery.isEmpty()
                                ? ""
                                : "; see 'waybill deliver show " + Plain.line(delivery) + "'");
        throw new CommandFailure(
                exitCode(answer.status(), code),
                Stream.concat(Stream.of(refusal), advice(code).stream()).toList(),
                null);
    }

    /// To an agent, what is for another one is not there.
    private static Optional<String> advice(String code) {
        return code.equals("unknown_item") || code.equals("unknown_entry")
                ? Optional.of(
                        "only the agent it is for (--as) and the key of the workspace (--key) can see it")
                : Optional.empty();
    }

    private static ExitCode exitCode(int status, String code) {
        if (code.equals("provider_timeout")) {
            return ExitCode.DELIVER_UNKNOWN;
        }
        return code.startsWith("provider_") || status >= 500
                ? ExitCode.DELIVER_FAILED
                : ExitCode.DELIVER_REJECTED;
    }

    static String operations(JsonNode answer) {
        Table table = Table.of("OPERATION", "TITLE", "TEXT", "DESTRUCTIVE", "AVAILABLE");
        for (JsonNode one : answer.path("operations")) {
            table.row(
                    Plain.field(one, "name"),
                    Plain.field(one, "title"),
                    one.path("canonicalTextAlias").asBoolean(false) ? "yes" : "-",
                    one.path("destructive").asBoolean(false) ? "yes" : "-",
                    one.path("available").asBoolean(true)
                            ? "yes"
                            : Plain.field(one, "unavailableReason"));
        }
        return table.text();
    }

    static String providers(JsonNode answer) {
        Table table = Table.of("PROVIDER", "SURFACE", "OPERATIONS", "CONFIGURED");
        for (JsonNode provider : answer.path("providers")) {
            for (JsonNode surface : provider.path("surfaces")) {
                table.row(
                        Plain.field(provider, "name"),
                        Plain.field(surface, "name"),
                        Plain.line(
                                String.join(
                                        ", ",
                                        surface.path("operations")
                                                .valueStream()
                                                .map(one -> one.path("name").asString(""))
                                                .toList())),
                        provider.path("configured").asBoolean(false) ? "yes" : "no");
            }
        }
        return table.text();
    }

    static String outcome(JsonNode answer) {
        if (answer.path("dryRun").asBoolean(false)) {
            return Plain.field(answer, "note");
        }
        String url = answer.path("result").path("url").asString("");
        return "%s is %s: %s%s"
                .formatted(
                        Plain.field(answer, "deliveryId"),
                        Plain.field(answer, "status"),
                        Plain.field(answer, "note"),
                        url.isEmpty() ? "" : " " + Plain.line(url));
    }

    static String list(JsonNode answer) {
        Table table =
                Table.of("DELIVERY", "STATUS", "OPERATION", "PROVIDER", "TARGET", "TRIES", "AT");
        for (JsonNode one : answer.path("deliveries")) {
            table.row(
                    Plain.field(one, "deliveryId"),
                    Plain.field(one, "status"),
                    Plain.field(one, "operation"),
                    Plain.field(one, "provider"),
                    Plain.field(one, "targetRef"),
                    Plain.field(one, "attempts"),
                    Plain.field(one, "createdAt"));
        }
        return table.text();
    }

    static String detail(JsonNode answer) {
        Table events = Table.of("AT", "STATUS", "HTTP", "REQUEST", "ERROR");
        for (JsonNode one : answer.path("events")) {
            String method = one.path("httpMethod").asString("");
            events.row(
                    Plain.field(one, "at"),
                    Plain.field(one, "toStatus"),
                    Plain.field(one, "httpStatus"),
                    method.isEmpty() ? "-" : Plain.line(method) + " " + Plain.field(one, "url"),
                    Plain.field(one, "error"));
        }
        return Fields.of(
                        answer,
                        "deliveryId",
                        "status",
                        "provider",
                        "surface",
                        "targetRef",
                        "threadRef",
                        "operation",
                        "note",
                        "errorCode",
                        "error",
                        "attempts",
                        "nextAttemptAt",
                        "approval",
                        "result",
                        "payload")
                + "\n\n"
                + events.text();
    }
}
