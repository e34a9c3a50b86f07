package dev.waybill.protocol.network.text;

import org.jspecify.annotations.Nullable;

/// The white space that peers trim: Unicode's `White_Space`, which neither `trim` nor `strip` removes.
public final class Blanks {
    private Blanks() {}

    public static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /// The trimmed text; what is blank counts as absent.
    public static @Nullable String present(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String trimmed = trim(text);
        return trimmed.isEmpty() ? null : trimmed;
    }

    private static boolean isBlank(char c) {
        return switch (c) {
            case '\t', '\n', 0x0b, '\f', '\r', ' ', 0x85, 0xa0, 0x1680 -> true;
            case 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 -> true;
            default -> c >= 0x2000 && c <= 0x200a;
        };
    }
}
