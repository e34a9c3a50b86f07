package dev.waybill.protocol.json;

/// Looks for numbers such as `1e999999999`: ten characters that whoever calculates with them multiplies out to a thousand
/// million digits. Such a document is refused.
final class Exponents {
    /// More than any floating point number has.
    private static final int MOST_DIGITS = 4;

    private Exponents() {}

    static void check(byte[] document) {
        for (int i = 1; i < document.length; i++) {
            if (isHuge(document, i) && isNumber(document, i)) {
                throw new JsonFault(
                        "the exponent of a number has more than " + MOST_DIGITS + " digits");
            }
        }
    }

    /// Whether that is the `e` between a digit and too many others.
    private static boolean isHuge(byte[] document, int at) {
        if ((document[at] | 0x20) != 'e' || !isDigit(document, at - 1)) {
            return false;
        }
        int next = at + 1;
        if (next < document.length && (document[next] == '+' || document[next] == '-')) {
            next++;
        }
        int first = next;
        while (isDigit(document, next)) {
            next++;
        }
        return next - first > MOST_DIGITS;
    }

    private static boolean isDigit(byte[] document, int at) {
        return at < document.length && document[at] >= '0' && document[at] <= '9';
    }

    /// Whether it lies in no string.
    private static boolean isNumber(byte[] document, int end) {
        boolean inside = false;
        for (int i = 0; i < end; i++) {
            if (document[i] == '"') {
                inside = !inside;
            } else if (inside && document[i] == '\\') {
                i++;
            }
        }
        return !inside;
    }
}
