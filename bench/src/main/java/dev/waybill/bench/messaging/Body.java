package dev.waybill.bench.messaging;

/// The text of a message: 1 KB that begins with the number it is known by.
final class Body {
    private static final int SIZE = 1024;
    private static final int DIGITS = 14;
    private static final String BEGIN = "wb:";
    private static final byte[] MARK = Text.key("\"text\":\"" + BEGIN);
    private static final byte[] FILL = fill();

    private Body() {}

    /// All of it but the number, which comes before.
    static byte[] fill() {
        StringBuilder text = new StringBuilder();
        String words =
                " the quick brown fox jumps over the lazy dog and reports back to 0123456789;";
        while (text.length() < SIZE) {
            text.append(words);
        }
        text.setLength(SIZE - BEGIN.length() - DIGITS);
        return Text.key(text.toString());
    }

    static byte[] rest() {
        return FILL;
    }

    static String begin(long number) {
        String digits = Long.toString(number);
        return BEGIN + "0".repeat(DIGITS - digits.length()) + digits;
    }

    static long number(Text frame) {
        return frame.number(MARK);
    }
}
