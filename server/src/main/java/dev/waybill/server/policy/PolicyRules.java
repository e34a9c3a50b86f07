package dev.waybill.server.policy;

import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The operator's rules in their order: the first that concerns a call decides; without one it is allowed.
public record PolicyRules(List<PolicyRule> rules) {
    public PolicyRules {
        rules = List.copyOf(rules);
    }

    public static PolicyRules of(List<String> lines) {
        return new PolicyRules(lines.stream().map(PolicyRule::parse).toList());
    }

    /// The rule that decides, if there is one. An action may be known by more than one name.
    public Optional<PolicyRule> deciding(Chosen caller, List<String> actions, JsonNode input) {
        return rules.stream().filter(rule -> rule.concerns(caller, actions, input)).findFirst();
    }
}
