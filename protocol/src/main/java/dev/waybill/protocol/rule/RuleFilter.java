package dev.waybill.protocol.rule;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which events a rule is about. Each is a word with `*` for any characters; what is left out may be anything.
public record RuleFilter(
        List<String> types,
        @Nullable String action,
        @Nullable String caller,
        @Nullable String agent,
        @Nullable String channel,
        @Nullable String error) {
    private static final int MAX_TYPES = 50;
    private static final int MAX_LENGTH = 200;

    /// People write `#ops` where `ops` is meant, and `@bob` where `bob` is.
    public RuleFilter {
        types = List.copyOf(types);
        caller = Sigils.without("@", caller);
        agent = Sigils.without("@", agent);
        channel = Sigils.without("#", channel);
        if (types.isEmpty() || types.size() > MAX_TYPES) {
            throw new IllegalArgumentException(
                    "types are not 1 to " + MAX_TYPES + ": " + types.size());
        }
        Stream.concat(types.stream(), Stream.of(action, caller, agent, channel, error))
                .forEach(RuleFilter::check);
    }

    private static void check(@Nullable String pattern) {
        if (pattern != null && (pattern.isBlank() || pattern.length() > MAX_LENGTH)) {
            throw new IllegalArgumentException(
                    "not 1 to " + MAX_LENGTH + " characters long: \"" + pattern + "\"");
        }
    }
}
