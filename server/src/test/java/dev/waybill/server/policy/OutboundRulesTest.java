package dev.waybill.server.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutboundRulesTest {
    private static final Chosen ANN = new Chosen("ann", AgentType.AGENT, Set.of("lead"));
    private static final Chosen BOB = new Chosen("bob", AgentType.AGENT, Set.of());

    @Test
    void the_first_rule_that_concerns_a_call_decides() {
        OutboundRules rules =
                OutboundRules.of(
                        List.of(
                                "allow github.merge_pull_request on acme/docs#* by tag:lead",
                                "approve github.merge_pull_request via tag:lead, ann because Two pairs of eyes",
                                "deny github.* on secret/*"));

        assertThat(effect(rules, ANN, "github.merge_pull_request", "acme/docs#1"))
                .isEqualTo(OutboundRule.Effect.ALLOW);
        assertThat(effect(rules, BOB, "github.merge_pull_request", "acme/docs#1"))
                .isEqualTo(OutboundRule.Effect.APPROVE);
        assertThat(effect(rules, BOB, "github.add_comment", "secret/x#1"))
                .isEqualTo(OutboundRule.Effect.DENY);
        assertThat(rules.deciding(BOB, "github.add_comment", "acme/docs#1")).isEmpty();
    }

    @Test
    void capitals_in_a_target_make_no_difference() {
        OutboundRules rules = OutboundRules.of(List.of("deny github.* on Acme/*"));

        assertThat(effect(rules, BOB, "github.add_comment", "ACME/app#1"))
                .isEqualTo(OutboundRule.Effect.DENY);
        assertThat(effect(rules, BOB, "github.add_comment", "acme/app#1"))
                .isEqualTo(OutboundRule.Effect.DENY);
    }

    @Test
    void a_rule_names_who_may_give_the_word_and_why() {
        OutboundRule rule =
                OutboundRule.parse(
                        "approve github.merge_pull_request via tag:lead, ann because Two pairs of eyes");

        assertThat(rule.approvers()).hasSize(2).anyMatch(one -> one.chooses(ANN));
        assertThat(rule.approvers()).noneMatch(one -> one.chooses(BOB));
        assertThat(rule.because()).isEqualTo("Two pairs of eyes");
    }

    @Test
    void a_line_that_cannot_be_read_is_refused_in_words() {
        assertThatThrownBy(() -> OutboundRule.parse("permit github.*"))
                .hasMessageContaining(OutboundRule.FORM);
        assertThatThrownBy(() -> OutboundRule.parse("deny github.* via ann"))
                .hasMessageContaining("via goes with approve only");
        assertThatThrownBy(() -> OutboundRule.parse("deny github.* by ann or bob"))
                .hasMessageContaining("'ann or bob' is no selector");
    }

    private static OutboundRule.Effect effect(
            OutboundRules rules, Chosen agent, String operation, String target) {
        return rules.deciding(agent, operation, target).orElseThrow().effect();
    }
}
