package dev.waybill.server.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds what a misspelt word was probably meant to be.
final class Spelling {
    private Spelling() {}

    /// The known word with the fewest edits to the given one, unless that would be another word altogether.
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> edits(word, candidate)))
                .filter(candidate -> edits(word, candidate) <= Math.max(2, word.length() / 4));
    }

    /// The Levenshtein distance, row by row.
    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int swap = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
                current[column] =
                        Math.min(
                                above[column - 1] + swap,
                                Math.min(above[column], current[column - 1]) + 1);
            }
            above = current;
        }
        return above[to.length()];
    }
}
