package dev.waybill.cli.bench;

/// The text of a message: 1 KB that begins with the number it is known by.
final class BenchText {
    private static final String BEGIN = "bench ";
    private static final int SIZE = 1024;
    private static final String WORDS = " the quick brown fox jumps over the lazy dog;";
    private static final String REST = WORDS.repeat(SIZE / WORDS.length() + 1);

    private BenchText() {}

    static String of(long number) {
        String begin = BEGIN + number;
        return begin + REST.substring(0, SIZE - begin.length());
    }

    /// The number at its begin; -1 for a text of somebody else.
    static long number(String text) {
        int end = text.indexOf(' ', BEGIN.length());
        if (!text.startsWith(BEGIN) || end < 0) {
            return -1;
        }
        try {
            return Long.parseLong(text.substring(BEGIN.length(), end));
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
