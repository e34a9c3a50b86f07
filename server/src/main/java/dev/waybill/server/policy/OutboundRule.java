package dev.waybill.server.policy;

import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One line of the operator's policy for what agents do at providers, such as `approve github.merge_pull_request on acme/* via
/// tag:lead because Merges need a second pair of eyes`. What is left out does not matter to it.
public record OutboundRule(
        String line,
        Effect effect,
        Wildcard operation,
        @Nullable Wildcard target,
        List<AgentSelector> callers,
        List<AgentSelector> approvers,
        @Nullable String because) {
    public static final String FORM =
            "allow, deny or approve PROVIDER.OPERATION [on TARGET] [by CALLER, …] [via APPROVER, …] [because REASON]";

    private static final Pattern LINE =
            Pattern.compile(
                    "(?<effect>allow|deny|approve)\\s+(?<operation>\\S+)"
                            + "(?:\\s+on\\s+(?<target>\\S+))?"
                            + "(?:\\s+by\\s+(?<callers>.+?))?"
                            + "(?:\\s+via\\s+(?<approvers>.+?))?"
                            + "(?:\\s+because\\s+(?<because>.+))?");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    /// What a rule does with a call.
    public enum Effect {
        ALLOW,
        DENY,
        /// Has it wait for the owner's word, or that of an agent the rule names.
        APPROVE
    }

    public OutboundRule {
        callers = List.copyOf(callers);
        approvers = List.copyOf(approvers);
    }

    /// Reads a line; an [IllegalArgumentException] says what a line must look like.
    public static OutboundRule parse(String line) {
        Matcher parts = LINE.matcher(line.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("it is not of the form " + FORM);
        }
        Effect effect = Effect.valueOf(parts.group("effect").toUpperCase(Locale.ROOT));
        if (parts.group("approvers") != null && effect != Effect.APPROVE) {
            throw new IllegalArgumentException("via goes with approve only; the form is " + FORM);
        }
        return new OutboundRule(
                line.strip(),
                effect,
                new Wildcard(parts.group("operation")),
                parts.group("target") == null
                        ? null
                        : new Wildcard(parts.group("target").toLowerCase(Locale.ROOT)),
                agents(parts.group("callers")),
                agents(parts.group("approvers")),
                parts.group("because"));
    }

    /// Whether this rule decides about a call of `provider.operation` on a target, which is the same in capitals: providers
    /// take most targets so, and a rule must not be passed by how one is written.
    boolean concerns(Chosen caller, String called, String on) {
        return operation.matches(called)
                && (target == null || target.matches(on.toLowerCase(Locale.ROOT)))
                && (callers.isEmpty() || callers.stream().anyMatch(c -> c.chooses(caller)));
    }

    private static List<AgentSelector> agents(@Nullable String text) {
        return text == null
                ? List.of()
                : Arrays.stream(COMMA.split(text)).map(OutboundRule::agent).toList();
    }

    /// A selector with a space in it is more likely a misspelled word of the rule.
    private static AgentSelector agent(String text) {
        if (text.indexOf(' ') >= 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no selector; the form is " + FORM);
        }
        return AgentSelector.parse(text);
    }
}
