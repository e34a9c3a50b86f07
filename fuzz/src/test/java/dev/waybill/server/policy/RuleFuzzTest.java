package dev.waybill.server.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Rules about actions and about what goes out: a line of either, and a text that words with
/// wildcards are held against.
class RuleFuzzTest {
    private static final Chosen CALLER = new Chosen("ann", AgentType.AGENT, Set.of("ops"));

    @FuzzTest
    void a_rule_is_refused_or_decides(byte[] data) {
        Made made = new Made(data);
        String line = made.line();
        String text = made.restText();

        Proportion.ended(
                () -> {
                    actions(line, text);
                    outbound(line, text);
                    wildcard(line, text);
                });
    }

    private static void actions(String line, String text) {
        try {
            PolicyRule.parse(line);
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
            return;
        }
        PolicyRules.of(List.of(line))
                .deciding(CALLER, List.of(text), Json.emptyObject().put("text", text));
    }

    private static void outbound(String line, String text) {
        try {
            OutboundRule.parse(line);
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
            return;
        }
        OutboundRules.of(List.of(line)).deciding(CALLER, "github.comment", text);
    }

    /// The same as a regular expression would say, as long as that has an end.
    private static void wildcard(String word, String text) {
        if (word.chars().filter(c -> c == '*').count() > 3 || text.length() > 200) {
            new Wildcard(word).matches(text);
            return;
        }
        String pattern =
                Arrays.stream(word.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        boolean expected = Pattern.compile(pattern, Pattern.DOTALL).matcher(text).matches();

        assertThat(new Wildcard(word).matches(text)).isEqualTo(expected);
    }
}
