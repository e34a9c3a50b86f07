package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;

/// How long may be what people say about themselves and their channels.
final class Limits {
    private static final int MAX_PROFILE = 64 << 10;

    private Limits() {}

    /// What the given values take together, written down, must stay within bounds.
    static void check(String names, @Nullable Object... values) {
        int size = 0;
        for (Object value : values) {
            size += value == null ? 0 : value.toString().length();
        }
        if (size > MAX_PROFILE) {
            throw new IllegalArgumentException(
                    names + " are longer than " + MAX_PROFILE + " characters together");
        }
    }
}
