package dev.waybill.server.credential;

import dev.waybill.server.policy.AgentSelector;
import dev.waybill.server.policy.AgentSelector.Chosen;
import dev.waybill.server.policy.OutboundRule;
import dev.waybill.server.policy.OutboundRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Says which agent may use which operation on which target, and what waits for somebody's word. The owner of a workspace is
/// not bound by it.
public final class OutboundPolicy {
    private final OutboundRules rules;
    private final boolean approveDestructive;

    public OutboundPolicy(OutboundRules rules, boolean approveDestructive) {
        this.rules = rules;
        this.approveDestructive = approveDestructive;
    }

    /// What an agent wants to do.
    public record Asked(
            Chosen agent, String provider, String operation, String target, boolean destructive) {}

    /// What becomes of it.
    public sealed interface Verdict {
        record Allow() implements Verdict {}

        record Deny(String rule, @Nullable String because) implements Verdict {}

        /// It waits for the owner, or an agent that one of these chooses.
        record Approve(List<AgentSelector> approvers) implements Verdict {
            public Approve {
                approvers = List.copyOf(approvers);
            }
        }
    }

    public Verdict decide(Asked asked) {
        return rules.deciding(
                        asked.agent(), asked.provider() + "." + asked.operation(), asked.target())
                .map(OutboundPolicy::verdict)
                .orElseGet(() -> unruled(asked));
    }

    private Verdict unruled(Asked asked) {
        return approveDestructive && asked.destructive()
                ? new Verdict.Approve(List.of())
                : new Verdict.Allow();
    }

    private static Verdict verdict(OutboundRule rule) {
        return switch (rule.effect()) {
            case ALLOW -> new Verdict.Allow();
            case DENY -> new Verdict.Deny(rule.line(), rule.because());
            case APPROVE -> new Verdict.Approve(rule.approvers());
        };
    }
}
