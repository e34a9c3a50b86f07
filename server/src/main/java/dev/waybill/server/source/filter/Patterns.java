package dev.waybill.server.source.filter;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/// Matches texts with patterns in linear time, within the meter.
final class Patterns {
    private static final int MAX_PATTERN = 256;
    private static final int MAX_VALUE = 4096;
    private static final int MAX_GLOB = 1024;

    /// An instruction of a pattern, at a character, takes less than what else is a step.
    private static final int CHEAP = 2;

    private final Meter meter;

    Patterns(Meter meter) {
        this.meter = meter;
    }

    /// Whether a regular expression is found in the text. One that is not allowed is never found.
    boolean found(String text, String pattern) {
        boolean allowed =
                !pattern.isEmpty()
                        && pattern.length() <= MAX_PATTERN
                        && text.length() <= MAX_VALUE
                        && !pattern.contains("(?")
                        && !refersBack(pattern)
                        && !nestsQuantifiers(pattern);
        return allowed && matches(text, pattern);
    }

    /// `*` stands for anything but a slash, `**` for anything; all else for itself.
    boolean glob(String text, String glob) {
        if (glob.length() > MAX_GLOB) {
            throw new ExprFault("a glob is longer than " + MAX_GLOB + " characters");
        }
        StringBuilder pattern = new StringBuilder("^");
        for (int i = 0; i < glob.length(); i++) {
            if (glob.charAt(i) != '*') {
                pattern.append(Pattern.quote(glob.substring(i, i + 1)));
            } else if (glob.startsWith("**", i)) {
                pattern.append(".*");
                i++;
            } else {
                pattern.append("[^/]*");
            }
        }
        return matches(text, pattern.append('$').toString());
    }

    private boolean matches(String text, String pattern) {
        meter.spend(1 + pattern.length());
        Pattern compiled;
        try {
            compiled = Pattern.compile(pattern);
        } catch (PatternSyntaxException _) {
            return false;
        }
        meter.spend((long) compiled.programSize() * (1 + text.length()) / CHEAP);
        return compiled.matcher(text).find();
    }

    private static boolean refersBack(String pattern) {
        for (int i = 0; i + 1 < pattern.length(); i++) {
            if (pattern.charAt(i) == '\\') {
                i++;
                if (pattern.charAt(i) >= '1' && pattern.charAt(i) <= '9') {
                    return true;
                }
            }
        }
        return false;
    }

    /// A group that repeats something and is itself repeated.
    private static boolean nestsQuantifiers(String pattern) {
        boolean inside = false;
        boolean repeats = false;
        for (int i = 0; i < pattern.length(); i++) {
            switch (pattern.charAt(i)) {
                case '\\' -> i++;
                case '(' -> {
                    inside = true;
                    repeats = false;
                }
                case '+', '*' -> repeats = inside;
                case ')' -> {
                    if (inside && repeats && repeated(pattern, i + 1)) {
                        return true;
                    }
                    inside = false;
                }
                default -> {}
            }
        }
        return false;
    }

    private static boolean repeated(String pattern, int at) {
        return at < pattern.length() && "+*{".indexOf(pattern.charAt(at)) >= 0;
    }
}
