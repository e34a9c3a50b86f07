package dev.waybill.protocol.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an observer may be called, and how much may be said about it.
final class ObserverLimits {
    private static final int MAX_NAME = 128;
    private static final int MAX_DESCRIPTION = 4096;

    private ObserverLimits() {}

    static void name(String name) {
        if (name.isBlank() || name.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("name is blank, or has control characters");
        }
        if (name.length() > MAX_NAME) {
            throw new IllegalArgumentException("name is longer than " + MAX_NAME + " characters");
        }
    }

    static void description(@Nullable String description) {
        if (description != null && description.length() > MAX_DESCRIPTION) {
            throw new IllegalArgumentException(
                    "description is longer than " + MAX_DESCRIPTION + " characters");
        }
    }

    /// Each scope once, in the order they were given.
    static List<ObserverScope> scopes(List<ObserverScope> scopes) {
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("scopes is empty");
        }
        return scopes.stream().distinct().toList();
    }
}
