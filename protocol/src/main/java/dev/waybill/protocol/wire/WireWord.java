package dev.waybill.protocol.wire;

import java.util.Arrays;
import java.util.stream.Collectors;

/// A constant that is spelled differently on the wire than in Java.
public interface WireWord {
    String wire();

    /// The constant with the given spelling.
    static <E extends Enum<E> & WireWord> E parse(Class<E> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.wire().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(type, word)));
    }

    private static <E extends Enum<E> & WireWord> String unknown(Class<E> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .map(WireWord::wire)
                .collect(Collectors.joining(", ", "'" + word + "' is not one of ", ""));
    }
}
