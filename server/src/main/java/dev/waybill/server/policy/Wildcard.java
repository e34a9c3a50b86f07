package dev.waybill.server.policy;

import org.jspecify.annotations.Nullable;

/// A word in which `*` stands for any characters, also for none. Matching takes no longer than reading the text for each
/// part of the word.
public record Wildcard(String pattern) {
    /// What is not there matches nothing.
    public boolean matches(@Nullable String text) {
        if (text == null) {
            return false;
        }
        String[] parts = pattern.split("\\*", -1);
        String first = parts[0];
        if (parts.length == 1) {
            return text.equals(first);
        }
        int at = text.startsWith(first) ? first.length() : -1;
        for (int i = 1; i < parts.length - 1 && at >= 0; i++) {
            int found = text.indexOf(parts[i], at);
            at = found < 0 ? -1 : found + parts[i].length();
        }
        String last = parts[parts.length - 1];
        return at >= 0 && text.length() - last.length() >= at && text.endsWith(last);
    }

    /// One that is left out is matched by everything.
    public static boolean matches(@Nullable String pattern, @Nullable String text) {
        return pattern == null || new Wildcard(pattern).matches(text);
    }
}
