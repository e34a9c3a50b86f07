package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;

/// How large the parts of actions may be.
final class Bounds {
    static final int NAME = 128;
    static final int TEXT = 8 << 10;
    static final int SCHEMAS = 256 << 10;
    static final int DETAILS = 64 << 10;
    static final int LIST = 1000;

    private Bounds() {}

    static void name(String what, String name) {
        if (name.isBlank() || !name.equals(name.strip())) {
            throw new IllegalArgumentException(what + " is blank, or has spaces at an end");
        }
        most(what, name.length(), NAME);
        if (name.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + " has control characters");
        }
    }

    static void most(String what, int length, int most) {
        if (length > most) {
            throw new IllegalArgumentException(what + " is longer than " + most);
        }
    }

    static int length(@Nullable Object value) {
        return value == null ? 0 : value.toString().length();
    }
}
