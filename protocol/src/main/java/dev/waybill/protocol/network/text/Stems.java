package dev.waybill.protocol.network.text;

import java.util.ArrayList;
import java.util.List;

/// Finds out in one pass whether a text has any of some words, in any case: whether a costlier search is worth it.
public final class Stems {
    private static final int ASCII = 128;

    private final List<List<String>> byFirst;

    /// In small ASCII letters.
    public Stems(String... stems) {
        List<List<String>> table = new ArrayList<>();
        for (int first = 0; first < ASCII; first++) {
            List<String> some = new ArrayList<>();
            for (String stem : stems) {
                if (stem.charAt(0) == first) {
                    some.add(stem);
                }
            }
            table.add(List.copyOf(some));
        }
        this.byFirst = List.copyOf(table);
    }

    public boolean in(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ASCII && begins(text, i, byFirst.get(small(c)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean begins(String text, int at, List<String> stems) {
        for (int i = 0; i < stems.size(); i++) {
            String stem = stems.get(i);
            if (text.regionMatches(true, at, stem, 0, stem.length())) {
                return true;
            }
        }
        return false;
    }

    private static int small(char c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }
}
