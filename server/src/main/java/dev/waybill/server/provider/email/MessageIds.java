package dev.waybill.server.provider.email;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the ids of letters, such as `<1@example.org>`.
public final class MessageIds {
    private static final Pattern ID = Pattern.compile("<[!-;=?-~]{1,400}>");

    private MessageIds() {}

    /// The id as it is written in headers, if it is one.
    public static Optional<String> one(String text) {
        String bare = text.strip();
        String id = bare.startsWith("<") ? bare : "<" + bare + ">";
        return ID.matcher(id).matches() ? Optional.of(id) : Optional.empty();
    }

    /// Those in a header, each once.
    public static List<String> all(String text) {
        SequencedSet<String> all = new LinkedHashSet<>();
        Matcher found = ID.matcher(text);
        while (found.find()) {
            all.add(found.group());
        }
        return List.copyOf(all);
    }
}
