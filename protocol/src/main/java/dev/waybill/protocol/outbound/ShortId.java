package dev.waybill.protocol.outbound;

import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Ids such as `dlv_7kq2m9xw3hbr`: a prefix that says of what, and twelve characters nobody confuses with each other.
public final class ShortId {
    private static final String ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 12;

    private ShortId() {}

    public static String mint(String prefix, RandomGenerator random) {
        return random.ints(LENGTH, 0, ALPHABET.length())
                .mapToObj(index -> String.valueOf(ALPHABET.charAt(index)))
                .collect(Collectors.joining("", prefix + "_", ""));
    }

    /// Whether the text could be such an id.
    public static boolean is(String prefix, String text) {
        return text.length() == prefix.length() + 1 + LENGTH
                && text.startsWith(prefix + "_")
                && text.substring(prefix.length() + 1)
                        .chars()
                        .allMatch(character -> ALPHABET.indexOf(character) >= 0);
    }
}
