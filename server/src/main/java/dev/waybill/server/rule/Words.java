package dev.waybill.server.rule;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a rule says: its own words, with the gaps filled in, or the usual ones.
final class Words {
    private static final Pattern GAP = Pattern.compile("\\{([A-Za-z_]+)\\}");
    private static final int MAX_VALUE = 1000;

    private static final Map<String, Function<Facts, @Nullable String>> GAPS =
            new TreeMap<>(
                    Map.of(
                            "type", Facts::type,
                            "action", Facts::action,
                            "caller", Facts::caller,
                            "agent", Facts::agent,
                            "channel", Facts::channel,
                            "invocation_id", Facts::invocationId,
                            "error", Facts::error,
                            "reason", Facts::reason));

    private Words() {}

    /// Refuses words with a gap that nothing fills.
    static void check(@Nullable String text) {
        if (text == null) {
            return;
        }
        GAP.matcher(text)
                .results()
                .map(gap -> gap.group(1))
                .filter(name -> !GAPS.containsKey(name))
                .findFirst()
                .ifPresent(
                        name -> {
                            throw new Refusal(
                                    Reason.INVALID_REQUEST,
                                    "text has {" + name + "}; there are only " + names());
                        });
    }

    static String of(@Nullable String text, Facts facts) {
        String said = text == null ? "" : fill(text, facts);
        return said.isBlank() ? fill(usual(facts), facts) : said;
    }

    private static String fill(String text, Facts facts) {
        return GAP.matcher(text)
                .replaceAll(
                        gap ->
                                java.util.regex.Matcher.quoteReplacement(
                                        value(gap.group(1), facts)));
    }

    private static String value(String name, Facts facts) {
        Function<Facts, @Nullable String> gap = GAPS.get(name);
        String value = gap == null ? "{" + name + "}" : gap.apply(facts);
        if (value == null) {
            return "";
        }
        return value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE) + "…";
    }

    private static String usual(Facts facts) {
        return switch (facts.type()) {
            case "action.invoked" -> "{caller} called {action}";
            case "action.completed" -> "{action}, called by {caller}, is done";
            case "action.failed" -> "{action}, called by {caller}, failed: {error}";
            case "action.denied" -> "{caller} may not call {action}: {reason}";
            case "action.registered", "action.deleted" -> "{type}: {action}";
            default -> facts.agent() == null ? "{type}" : "{type}: {agent}";
        };
    }

    private static String names() {
        return GAPS.keySet().stream()
                .map(name -> "{" + name + "}")
                .collect(Collectors.joining(", "));
    }
}
