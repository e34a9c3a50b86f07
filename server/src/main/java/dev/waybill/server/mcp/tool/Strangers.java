package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.network.text.Shown;
import java.util.regex.Pattern;

/// Words of others as a model may see them: between two marks, each line behind a bar, escaped and with nothing hidden, so
/// that no text can pass for a mark or for ours.
final class Strangers {
    static final int MOST = 4_000;

    /// What is made like this is an id, a name or an address, and no sentence.
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,512}");

    private static final int MOST_LINES = 200;

    private Strangers() {}

    static boolean isToken(String text) {
        return TOKEN.matcher(text).matches();
    }

    /// What came of an event.
    static String event(String text, int most) {
        return wrapped("untrusted-event-text", text, most);
    }

    /// What a provider answered.
    static String provider(String text) {
        return wrapped("untrusted-provider-text", text, MOST);
    }

    /// What somebody else wants done.
    static String asked(String text) {
        return wrapped("untrusted-request-text", text, MOST);
    }

    private static String wrapped(String mark, String text, int most) {
        String kept = cut(text, most);
        StringBuilder words = new StringBuilder("<" + mark + ">\n");
        kept.lines()
                .limit(MOST_LINES)
                .forEach(line -> words.append("| ").append(Shown.xml(line)).append('\n'));
        if (kept.length() < text.length() || kept.lines().count() > MOST_LINES) {
            words.append("(cut)\n");
        }
        return words.append("</").append(mark).append('>').toString();
    }

    /// Never through the middle of a character.
    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end);
    }
}
