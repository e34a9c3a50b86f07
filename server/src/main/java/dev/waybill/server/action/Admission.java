package dev.waybill.server.action;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.policy.PolicyRule;
import dev.waybill.server.policy.PolicyRules;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.schema.JsonSchema;
import dev.waybill.server.schema.JsonSchemas;
import dev.waybill.server.schema.Violation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Holds calls against the schema of their action and then against the operator's policy. Takes its time outside of every
/// transaction, because schemas and inputs come from anyone.
final class Admission {
    private static final int SAID = 3;

    private final JsonSchemas schemas;
    private final PolicyRules rules;

    Admission(JsonSchemas schemas, PolicyRules rules) {
        this.schemas = schemas;
        this.rules = rules;
    }

    /// The input as the handler is to get it, or a refusal.
    JsonNode admitted(Found found, JsonNode input) {
        JsonNode fitted = fitted(found, input);
        requireAllowed(found, fitted);
        return fitted;
    }

    /// Refuses what the operator's policy denies.
    void requireAllowed(Found found, JsonNode input) {
        PolicyRule rule = deciding(found, input).orElse(null);
        if (rule != null && !rule.allows()) {
            throw new Refusal(Reason.ACTION_DENIED, reason(found, rule), Facts.by(rule.line()));
        }
    }

    /// What built-in actions take has several spellings; rules see all of them alike.
    Optional<PolicyRule> deciding(Found found, JsonNode input) {
        return rules.deciding(
                found.chosen(),
                found.names(),
                found.registered() == null ? BuiltIn.canonical(found.name(), input) : input);
    }

    /// The output as it was given, or what is wrong with it.
    List<Violation> faults(JsonNode outputSchema, JsonNode output) {
        return outputSchema.isEmpty() ? List.of() : schemas.of(outputSchema).violations(output);
    }

    /// Refuses a schema that nothing could be held against.
    void check(String what, JsonNode schema) {
        try {
            JsonSchema _ = schemas.of(schema);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_ACTION_SCHEMA, what + " is " + e.getMessage());
        }
    }

    static ArrayNode details(List<Violation> violations) {
        ArrayNode details = Json.emptyObject().putArray("details");
        violations.forEach(
                violation ->
                        details.addObject()
                                .put("path", violation.path())
                                .put("message", violation.message()));
        return details;
    }

    static String words(List<Violation> violations) {
        String said =
                violations.stream()
                        .limit(SAID)
                        .map(Violation::toString)
                        .collect(Collectors.joining("; "));
        return violations.size() <= SAID ? said : said + "; and more";
    }

    private JsonNode fitted(Found found, JsonNode input) {
        if (found.inputSchema().isEmpty()) {
            return input;
        }
        JsonSchema schema = schemas.of(found.inputSchema());
        List<Violation> violations = schema.violations(input);
        if (violations.isEmpty()) {
            return input;
        }
        return schema.fitted(input)
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.VALIDATION_FAILED,
                                        "The input of \""
                                                + found.name()
                                                + "\" is not valid: "
                                                + words(violations),
                                        Facts.at(details(violations))));
    }

    private static String reason(Found found, PolicyRule rule) {
        return Objects.requireNonNullElseGet(
                rule.because(), () -> "The policy denies \"" + found.name() + "\": " + rule.line());
    }
}
