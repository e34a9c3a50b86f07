package dev.waybill.protocol.message;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Finds who is named in a text: `@name`, not after a word character and not escaped as `\\@name`.
public final class Mentions {
    private static final Pattern MENTION =
            Pattern.compile(
                    "(?<![\\w\\\\@])@([\\w](?:[\\w.-]*[\\w])?)", Pattern.UNICODE_CHARACTER_CLASS);

    private Mentions() {}

    /// The names, each once, in the order they appear.
    public static List<String> in(String text) {
        return text.indexOf('@') < 0
                ? List.of()
                : MENTION.matcher(text).results().map(match -> name(match)).distinct().toList();
    }

    private static String name(MatchResult match) {
        return match.group(1);
    }
}
