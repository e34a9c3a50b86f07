package dev.waybill.server.policy;

import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.List;
import java.util.Optional;

/// The operator's rules for providers in their order: the first that concerns a call decides.
public record OutboundRules(List<OutboundRule> rules) {
    public OutboundRules {
        rules = List.copyOf(rules);
    }

    public static OutboundRules of(List<String> lines) {
        return new OutboundRules(lines.stream().map(OutboundRule::parse).toList());
    }

    /// The rule that decides, if there is one; an operation is called `provider.operation`.
    public Optional<OutboundRule> deciding(Chosen caller, String operation, String target) {
        return rules.stream().filter(rule -> rule.concerns(caller, operation, target)).findFirst();
    }
}
