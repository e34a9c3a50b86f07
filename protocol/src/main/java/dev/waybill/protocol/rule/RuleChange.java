package dev.waybill.protocol.rule;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes a rule. What is left out stays; what is null is taken away, where the rule can be without it.
public record RuleChange(
        @Nullable JsonNode name,
        @Nullable JsonNode on,
        @JsonProperty(Rule.NOTIFY) @Nullable JsonNode target,
        @Nullable JsonNode text,
        @Nullable JsonNode mode,
        @Nullable JsonNode deliveryMode,
        @Nullable JsonNode priority,
        @Nullable JsonNode ttlMs,
        @Nullable Boolean enabled) {}
