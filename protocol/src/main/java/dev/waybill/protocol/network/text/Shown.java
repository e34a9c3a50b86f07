package dev.waybill.protocol.network.text;

/// Text of a peer as it may be shown: escaped for where it stands, on one line, with nothing hidden in it.
public final class Shown {
    private static final int MOST_QUOTED = 80;

    private Shown() {}

    /// For the text and the attributes of XML; what is hidden becomes a character reference.
    public static String xml(String text) {
        StringBuilder shown = new StringBuilder(text.length() + 16);
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            appendXml(shown, codePoint);
        }
        return shown.toString();
    }

    private static void appendXml(StringBuilder shown, int codePoint) {
        switch (codePoint) {
            case '&' -> shown.append("&amp;");
            case '<' -> shown.append("&lt;");
            case '>' -> shown.append("&gt;");
            case '"' -> shown.append("&quot;");
            case '\'' -> shown.append("&apos;");
            case '\n' -> shown.append("&#10;");
            default -> {
                if (Hidden.is(codePoint)) {
                    shown.append("&#x").append(Integer.toHexString(codePoint)).append(';');
                } else {
                    shown.appendCodePoint(codePoint);
                }
            }
        }
    }

    /// In quotes, for a log line or an error message; what is long is cut.
    public static String quoted(String text) {
        StringBuilder shown = new StringBuilder("'");
        text.codePoints().limit(MOST_QUOTED).forEach(codePoint -> appendQuoted(shown, codePoint));
        boolean cut = text.codePointCount(0, text.length()) > MOST_QUOTED;
        return shown.append(cut ? "…'" : "'").toString();
    }

    private static void appendQuoted(StringBuilder shown, int codePoint) {
        if (codePoint == '\'' || codePoint == '\\') {
            shown.append('\\').appendCodePoint(codePoint);
        } else if (Hidden.is(codePoint)) {
            shown.append("\\u{").append(Integer.toHexString(codePoint)).append('}');
        } else {
            shown.appendCodePoint(codePoint);
        }
    }

    /// A JSON document that means the same and hides nothing: what is hidden can only stand in strings, where it becomes an
    /// escape. Its line breaks stay.
    public static String json(String document) {
        StringBuilder shown = new StringBuilder(document.length());
        int codePoint;
        for (int i = 0; i < document.length(); i += Character.charCount(codePoint)) {
            codePoint = document.codePointAt(i);
            boolean layout = codePoint == '\n' || codePoint == '\r' || codePoint == '\t';
            if (!layout && Hidden.is(codePoint)) {
                for (char unit : Character.toChars(codePoint)) {
                    shown.append("\\u%04x".formatted((int) unit));
                }
            } else {
                shown.appendCodePoint(codePoint);
            }
        }
        return shown.toString();
    }

    /// How many characters of the text nobody would see, line breaks and tabs aside.
    public static long hidden(String text) {
        long hidden = 0;
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            boolean layout = codePoint == '\n' || codePoint == '\r' || codePoint == '\t';
            if (!layout && Hidden.is(codePoint)) {
                hidden++;
            }
        }
        return hidden;
    }
}
