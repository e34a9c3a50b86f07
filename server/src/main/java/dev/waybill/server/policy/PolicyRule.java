package dev.waybill.server.policy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.policy.AgentSelector.Chosen;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// One line of the operator's policy, such as `deny deploy.* by intern-*, type:human where /env = "production" because
/// Interns deploy to staging`. What is left out does not matter to it.
public record PolicyRule(
        String line,
        boolean allows,
        Wildcard action,
        List<AgentSelector> callers,
        @Nullable Condition condition,
        @Nullable String because) {
    public static final String FORM =
            "allow or deny ACTION [by CALLER, …] [where /POINTER = VALUE] [because REASON]";

    private static final Pattern LINE =
            Pattern.compile(
                    "(?<effect>allow|deny)\\s+(?<action>\\S+)"
                            + "(?:\\s+by\\s+(?<callers>.+?))?"
                            + "(?:\\s+where\\s+(?<place>/\\S*)\\s*(?<sign>!?=)\\s*(?<value>.+?))?"
                            + "(?:\\s+because\\s+(?<because>.+))?");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    public PolicyRule {
        callers = List.copyOf(callers);
    }

    /// Reads a line; an [IllegalArgumentException] says what a line must look like.
    public static PolicyRule parse(String line) {
        Matcher parts = LINE.matcher(line.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("it is not of the form " + FORM);
        }
        return new PolicyRule(
                line.strip(),
                parts.group("effect").equals("allow"),
                new Wildcard(parts.group("action")),
                callers(parts.group("callers")),
                condition(parts),
                parts.group("because"));
    }

    /// Whether this rule decides about the call. In doubt, a rule that denies does and one that allows does not.
    boolean concerns(Chosen caller, List<String> actions, JsonNode input) {
        return actions.stream().anyMatch(action::matches)
                && (callers.isEmpty() || callers.stream().anyMatch(c -> c.chooses(caller)))
                && (condition == null
                        || (allows ? condition.surelyHolds(input) : condition.mayHold(input)));
    }

    private static List<AgentSelector> callers(@Nullable String text) {
        return text == null
                ? List.of()
                : Arrays.stream(COMMA.split(text)).map(PolicyRule::caller).toList();
    }

    /// A selector with a space in it is more likely a misspelled word of the rule.
    private static AgentSelector caller(String text) {
        if (text.indexOf(' ') >= 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no selector; the form is " + FORM);
        }
        return AgentSelector.parse(text);
    }

    private static @Nullable Condition condition(Matcher parts) {
        String place = parts.group("place");
        return place == null
                ? null
                : new Condition(
                        JsonPointer.compile(place),
                        parts.group("sign").equals("="),
                        value(parts.group("value")));
    }

    /// What is not JSON is a text.
    private static JsonNode value(String text) {
        try {
            return JSON.tree(text);
        } catch (JsonFault _) {
            return StringNode.valueOf(text);
        }
    }
}
