package dev.waybill.protocol.json;

/// Looks for `\\u` escapes that name no character: NUL, which PostgreSQL cannot keep, and halves of surrogate pairs, which
/// no UTF-8 can. What is acknowledged must come back as it was sent, so such a document is refused.
final class Escapes {
    private static final int LENGTH = 6;

    private Escapes() {}

    static void check(byte[] document) {
        int i = 0;
        while (i < document.length) {
            if (document[i] != '\\') {
                i++;
            } else if (i + 1 < document.length && document[i + 1] == 'u') {
                i = afterEscape(document, i);
            } else {
                i += 2;
            }
        }
    }

    private static int afterEscape(byte[] document, int start) {
        int unit = unit(document, start);
        if (unit == 0) {
            throw new JsonFault("a string holds the character NUL (\\u0000)");
        }
        if (Character.isHighSurrogate((char) unit) && isLowSurrogate(document, start + LENGTH)) {
            return start + 2 * LENGTH;
        }
        if (unit > 0 && Character.isSurrogate((char) unit)) {
            throw new JsonFault(
                    "a string holds half of a surrogate pair (\\u%04x)".formatted(unit));
        }
        return start + 2;
    }

    private static boolean isLowSurrogate(byte[] document, int start) {
        int unit = unit(document, start);
        return unit > 0 && Character.isLowSurrogate((char) unit);
    }

    /// The number of the escape that starts there; -1 when there is none, which the parser will complain about.
    private static int unit(byte[] document, int start) {
        if (start + LENGTH > document.length
                || document[start] != '\\'
                || document[start + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = start + 2; i < start + LENGTH; i++) {
            int digit = Character.digit(document[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit * 16 + digit;
        }
        return unit;
    }
}
