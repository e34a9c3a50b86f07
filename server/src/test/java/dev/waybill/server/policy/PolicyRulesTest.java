package dev.waybill.server.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyRulesTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Chosen INTERN =
            new Chosen("intern-7", AgentType.AGENT, Set.of("ops", "new"));
    private static final Chosen HUMAN = new Chosen("ada", AgentType.HUMAN, Set.of());

    @Test
    void the_first_rule_that_concerns_a_call_decides() {
        PolicyRules rules =
                PolicyRules.of(
                        List.of(
                                "allow deploy.preview by intern-*",
                                "deny deploy.* by intern-*, tag:new because Ask somebody",
                                "deny * by type:human"));

        assertThat(decides(rules, INTERN, "deploy.preview", "{}")).isEqualTo("allow");
        assertThat(decides(rules, INTERN, "deploy.live", "{}")).isEqualTo("deny Ask somebody");
        assertThat(decides(rules, INTERN, "ticket.create", "{}")).isEqualTo("nothing");
        assertThat(decides(rules, HUMAN, "ticket.create", "{}")).isEqualTo("deny null");
    }

    @Test
    void a_rule_may_look_into_the_input() {
        PolicyRules rules =
                PolicyRules.of(
                        List.of(
                                "deny deploy where /targetEnv = production because Not there",
                                "deny deploy where /parts/0/size != 1",
                                "deny scale where /count = 3"));

        assertThat(decides(rules, HUMAN, "deploy", "{\"targetEnv\":\"production\"}"))
                .isEqualTo("deny Not there");
        assertThat(decides(rules, HUMAN, "deploy", "{\"target_env\":\"production\"}"))
                .as("however a client spells it")
                .isEqualTo("deny Not there");
        assertThat(
                        decides(
                                rules,
                                HUMAN,
                                "deploy",
                                "{\"target_env\":\"production\",\"targetEnv\":\"staging\"}"))
                .as("in both spellings")
                .isEqualTo("deny Not there");
        assertThat(decides(rules, HUMAN, "deploy", "{\"parts\":[{\"size\":1}]}"))
                .isEqualTo("nothing");
        assertThat(decides(rules, HUMAN, "deploy", "{\"parts\":[{\"size\":2}]}"))
                .isEqualTo("deny null");
        assertThat(decides(rules, HUMAN, "scale", "{\"count\":3}")).isEqualTo("deny null");
        assertThat(decides(rules, HUMAN, "scale", "{\"count\":3.0}")).isEqualTo("deny null");
        assertThat(decides(rules, HUMAN, "scale", "{\"count\":\"3\"}")).isEqualTo("nothing");
    }

    @Test
    void what_allows_must_hold_for_everything_that_is_there() {
        PolicyRules rules =
                PolicyRules.of(List.of("allow deploy where /env = staging", "deny deploy"));

        assertThat(decides(rules, HUMAN, "deploy", "{\"env\":\"staging\"}")).isEqualTo("allow");
        assertThat(decides(rules, HUMAN, "deploy", "{}")).isEqualTo("deny null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "permit x",
                "deny",
                "deny x where env = 1",
                "deny x where /env",
                "deny x by a were /b = 1"
            })
    void a_line_that_is_no_rule_is_refused_with_the_form_of_one(String line) {
        assertThatThrownBy(() -> PolicyRule.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allow or deny ACTION");
    }

    private static String decides(PolicyRules rules, Chosen caller, String action, String input) {
        return rules.deciding(caller, List.of(action), JSON.tree(input))
                .map(rule -> rule.allows() ? "allow" : "deny " + rule.because())
                .orElse("nothing");
    }
}
