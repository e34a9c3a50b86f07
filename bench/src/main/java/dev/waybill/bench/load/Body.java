package dev.waybill.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The text of a message: 1 KB that begins with the number it is known by.
public final class Body {
    /// What the text begins with, before the number.
    public static final String BEGIN = "wb:";

    private static final int SIZE = 1024;
    private static final int DIGITS = 14;
    private static final String REST = fill();
    private static final byte[] REST_BYTES = REST.getBytes(US_ASCII);

    private Body() {}

    public static byte[] of(long number) {
        return (begin(number) + REST).getBytes(US_ASCII);
    }

    public static String begin(long number) {
        String digits = Long.toString(number);
        return BEGIN + "0".repeat(DIGITS - digits.length()) + digits;
    }

    /// All of it but the number, which comes before.
    public static String rest() {
        return REST;
    }

    public static byte[] restBytes() {
        return REST_BYTES;
    }

    /// The number of a whole text.
    public static long number(byte[] text) {
        long number = 0;
        for (int i = BEGIN.length(); i < BEGIN.length() + DIGITS; i++) {
            number = number * 10 + text[i] - '0';
        }
        return number;
    }

    private static String fill() {
        String words =
                " the quick brown fox jumps over the lazy dog and reports back to 0123456789;";
        return words.repeat(SIZE / words.length() + 1).substring(0, SIZE - BEGIN.length() - DIGITS);
    }
}
