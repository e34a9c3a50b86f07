package dev.waybill.server.source.filter;

/// How much one decision about an event may take.
final class Meter {
    private static final long MAX_STEPS = 100_000;
    private static final int MAX_TEXT = 65_536;
    private static final int CHARACTERS_FOR_A_STEP = 64;

    private long left = MAX_STEPS;

    void step() {
        spend(1);
    }

    void spend(long steps) {
        left -= steps;
        if (left < 0) {
            throw new ExprFault("it takes more than " + MAX_STEPS + " steps");
        }
    }

    /// Looking at each character once.
    void reading(String text) {
        spend(1 + text.length() / CHARACTERS_FOR_A_STEP);
    }

    /// Looking for one text in another, at its worst.
    void searching(String text, String part) {
        spend(1 + (long) text.length() * Math.max(1, part.length()) / 1024);
    }

    /// A text that an expression has made.
    String made(StringBuilder text) {
        check(text.length());
        return text.toString();
    }

    void check(long length) {
        if (length > MAX_TEXT) {
            throw new ExprFault("it makes a text of more than " + MAX_TEXT + " characters");
        }
        spend(length / CHARACTERS_FOR_A_STEP);
    }
}
