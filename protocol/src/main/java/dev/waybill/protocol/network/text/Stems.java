package dev.waybill.protocol.network.text;

import java.util.Arrays;

/// Finds out in one pass whether a text has any of some words, in any case: whether a costlier search is worth it.
public final class Stems {
    private static final int ASCII = 128;

    private static final String[] NONE = {};

    /// By the first two characters.
    private final String[][] byBeginning = new String[ASCII * ASCII][];

    /// In small ASCII letters, two at least.
    public Stems(String... stems) {
        Arrays.fill(byBeginning, NONE);
        for (String stem : stems) {
            int place = place(stem.charAt(0), stem.charAt(1));
            int before = byBeginning[place].length;
            byBeginning[place] = Arrays.copyOf(byBeginning[place], before + 1);
            byBeginning[place][before] = stem;
        }
    }

    public boolean in(String text) {
        char first = ASCII;
        for (int i = 0; i < text.length(); i++) {
            char second = small(text.charAt(i));
            if (first < ASCII
                    && second < ASCII
                    && begins(text, i - 1, byBeginning[place(first, second)])) {
                return true;
            }
            first = second;
        }
        return false;
    }

    private static boolean begins(String text, int at, String[] stems) {
        for (String stem : stems) {
            if (text.regionMatches(true, at, stem, 0, stem.length())) {
                return true;
            }
        }
        return false;
    }

    private static int place(char first, char second) {
        return first * ASCII + second;
    }

    private static char small(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }
}
