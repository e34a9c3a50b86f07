package dev.waybill.server.provider.email;

import java.util.Locale;
import java.util.Map;

/// What is left of HTML for those who read text. It is read once from front to back and never run.
public final class PlainText {
    private static final Map<String, String> ENTITIES =
            Map.of(
                    "amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ",
                    "ndash", "–", "mdash", "—", "hellip", "…", "copy", "©");
    private static final int LONGEST_ENTITY = 10;

    private final String html;
    private final StringBuilder text = new StringBuilder();
    private int at;

    private PlainText(String html) {
        this.html = html;
    }

    public static String of(String html) {
        PlainText reading = new PlainText(html);
        reading.read();
        return reading.text
                .toString()
                .replaceAll("[ \\t]+\\n", "\n")
                .replaceAll("\\n{3,}", "\n\n")
                .strip();
    }

    private void read() {
        while (at < html.length()) {
            char next = html.charAt(at);
            if (next == '<' && tagBegins()) {
                tag();
            } else if (next == '&') {
                entity();
            } else if (Character.isWhitespace(next)) {
                space();
                at++;
            } else {
                text.append(next);
                at++;
            }
        }
    }

    private boolean tagBegins() {
        if (at + 1 >= html.length()) {
            return false;
        }
        char after = html.charAt(at + 1);
        return Character.isLetter(after) || after == '/' || after == '!' || after == '?';
    }

    private void tag() {
        if (html.startsWith("<!--", at)) {
            at = after("-->", at);
            return;
        }
        int end = html.indexOf('>', at);
        String inside = html.substring(at + 1, end < 0 ? html.length() : end);
        at = end < 0 ? html.length() : end + 1;
        String name = inside.replaceFirst("(?s)^/?([A-Za-z0-9]*).*", "$1").toLowerCase(Locale.ROOT);
        switch (name) {
            case "script", "style", "head", "title" -> {
                if (!inside.startsWith("/")) {
                    at = afterElement(name);
                }
            }
            case "br" -> text.append('\n');
            case "p", "div", "tr", "table", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4" ->
                    text.append('\n');
            case "li" -> text.append(inside.startsWith("/") ? "" : "\n- ");
            case "td", "th" -> space();
            default -> {}
        }
    }

    private int afterElement(String name) {
        for (int i = at; i < html.length(); i++) {
            i = html.indexOf("</", i);
            if (i < 0) {
                return html.length();
            }
            if (html.regionMatches(true, i + 2, name, 0, name.length())) {
                return after(">", i);
            }
        }
        return html.length();
    }

    private int after(String mark, int from) {
        int found = html.indexOf(mark, from);
        return found < 0 ? html.length() : found + mark.length();
    }

    private void space() {
        if (!text.isEmpty() && !Character.isWhitespace(text.charAt(text.length() - 1))) {
            text.append(' ');
        }
    }

    private void entity() {
        int end = html.indexOf(';', at);
        if (end < 0 || end - at > LONGEST_ENTITY) {
            text.append(html.charAt(at++));
            return;
        }
        String name = html.substring(at + 1, end);
        String known = name.startsWith("#") ? numbered(name.substring(1)) : ENTITIES.get(name);
        text.append(known == null ? html.substring(at, end + 1) : known);
        at = end + 1;
    }

    private static String numbered(String number) {
        try {
            int point =
                    number.startsWith("x") || number.startsWith("X")
                            ? Integer.parseInt(number.substring(1), 16)
                            : Integer.parseInt(number);
            return Character.isValidCodePoint(point) && point >= ' '
                    ? Character.toString(point)
                    : "";
        } catch (NumberFormatException _) {
            return "";
        }
    }
}
