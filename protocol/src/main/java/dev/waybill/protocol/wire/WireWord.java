package dev.waybill.protocol.wire;

import java.util.Arrays;
import java.util.stream.Collectors;

/// A constant that is spelled differently on the wire than in Java.
public interface WireWord {
    String wire();

    /// The constant with the given spelling.
    static <E extends Enum<E> & WireWord> E parse(Class<E> type, String word) {
        return type.cast(parseAny(type, word));
    }

    /// The constant with the given spelling, of a type that is known at run time only.
    static WireWord parseAny(Class<?> type, String word) {
        for (Object constant : type.getEnumConstants()) {
            if (constant instanceof WireWord known && known.wire().equals(word)) {
                return known;
            }
        }
        throw new IllegalArgumentException(unknown(type, word));
    }

    private static String unknown(Class<?> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> ((WireWord) constant).wire())
                .collect(Collectors.joining(", ", "'" + word + "' is not one of ", ""));
    }
}
