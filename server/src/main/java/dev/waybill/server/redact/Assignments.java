package dev.waybill.server.redact;

import dev.waybill.server.redact.SecretNames.Meaning;

/// Finds what is assigned to the name of a secret in a text: in code, settings, command lines, forms and JSON.
///
/// Goes once over the text; at each sign that may assign something it looks back and ahead by a bounded number of
/// characters.
final class Assignments {
    private static final int MAX_NAME = 64;
    private static final int MAX_VALUE = 512;
    private static final int MAX_GAP = 8;
    private static final String ENDS_VALUE = "\"'`,;<>|(){}[]";

    private final String text;
    private final StringBuilder kept = new StringBuilder();
    private int copied;

    private Assignments(String text) {
        this.text = text;
    }

    static String redact(String text) {
        return text.indexOf('=') < 0 && text.indexOf(':') < 0
                ? text
                : new Assignments(text).redacted();
    }

    private String redacted() {
        int at = 0;
        while (at < text.length()) {
            at = signAt(at) ? look(at) : at + 1;
        }
        return copied == 0 ? text : kept.append(text, copied, text.length()).toString();
    }

    /// Where to go on.
    private int look(int sign) {
        int after = sign + 1;
        while (after < text.length() && (signAt(after) || text.charAt(after) == '>')) {
            after++;
        }
        Name name = nameBefore(sign);
        if (name.meaning() == Meaning.NOTHING) {
            return after;
        }
        boolean compares = after - sign > 1 && text.charAt(sign) == '=' && signAt(after - 1);
        int value = skip(after, 1);
        return value < text.length() ? value(name, sign, value, compares) : after;
    }

    private int value(Name name, int sign, int start, boolean compares) {
        int quote = start;
        while (quote < text.length() && quote < start + MAX_GAP && text.charAt(quote) == '\\') {
            quote++;
        }
        if (quote < text.length() && "\"'`".indexOf(text.charAt(quote)) >= 0) {
            int end = closing(quote);
            if (end > 0) {
                return hides(name, quote + 1, end) ? hide(quote + 1, end) : quote + 1;
            }
        }
        int end = endOfValue(start);
        boolean tight = start == sign + 1 && name.tight();
        return !compares && end > start && bare(name, start, end, tight) ? hide(start, end) : start;
    }

    private boolean hides(Name name, int start, int end) {
        String value = text.substring(start, end);
        return !value.isBlank()
                && !name.complaint()
                && !folder(name, value)
                && Likeness.noPlaceholder(value);
    }

    /// Without quotes it may be code as well.
    private boolean bare(Name name, int start, int end, boolean tight) {
        String value = text.substring(start, end);
        char next = end < text.length() ? text.charAt(end) : ' ';
        if (next == '('
                || next == '['
                || folder(name, value)
                || value.length() < 4
                || !Likeness.noPlaceholder(value)) {
            return false;
        }
        if (tight) {
            return true;
        }
        int dot = value.indexOf('.');
        boolean chain = dot > 0 && dot < value.length() - 1 && Likeness.identifier(value);
        int least = name.meaning() == Meaning.TOKEN ? 8 : 6;
        boolean odd = Likeness.lettersAndDigits(value) || !Likeness.identifier(value);
        return !chain
                && Likeness.someLetter(value)
                && odd
                && value.length() >= least
                && !word(value);
    }

    /// A word with punctuation behind it, as in a sentence.
    private static boolean word(String value) {
        int end = value.length();
        while (end > 0 && ".:!?-".indexOf(value.charAt(end - 1)) >= 0) {
            end--;
        }
        return value.substring(0, end).chars().allMatch(c -> Character.isLetter(c) || c == '-');
    }

    private static boolean folder(Name name, String value) {
        return name.meaning() == Meaning.FOLDER && (value.startsWith("/") || value.contains(":\\"));
    }

    private int hide(int start, int end) {
        kept.append(text, copied, start).append(Redactor.mark(KnownSecret.ASSIGNMENT.word()));
        copied = end;
        return end;
    }

    /// The quote that ends what this one begins, on the same line; -1 if there is none near enough.
    private int closing(int quote) {
        int last = Math.min(text.length(), quote + MAX_VALUE);
        for (int i = quote + 1; i < last; i++) {
            char c = text.charAt(i);
            if (c == text.charAt(quote)) {
                return unescaped(quote, i);
            }
            if (c == '\n') {
                return -1;
            }
        }
        return -1;
    }

    /// Quotes within quotes are escaped, perhaps more than once.
    private int unescaped(int quote, int end) {
        int at = end;
        while (at - 1 > quote && text.charAt(at - 1) == '\\') {
            at--;
        }
        return at;
    }

    private int endOfValue(int start) {
        int end = start;
        int last = Math.min(text.length(), start + MAX_VALUE);
        while (end < last && !endsValue(end)) {
            end++;
        }
        return end;
    }

    private boolean endsValue(int at) {
        char c = text.charAt(at);
        if (c == '&') {
            return fieldAfter(at);
        }
        return Character.isWhitespace(c)
                || ENDS_VALUE.indexOf(c) >= 0
                || (c == '\\'
                        && at + 1 < text.length()
                        && "\"'nrt".indexOf(text.charAt(at + 1)) >= 0);
    }

    /// Whether the next field of a form begins here, and not the next character of a secret.
    private boolean fieldAfter(int ampersand) {
        int at = ampersand + 1;
        int last = Math.min(text.length(), at + MAX_NAME);
        while (at < last && inName(text.charAt(at))) {
            at++;
        }
        return at == ampersand + 1 || (at < text.length() && text.charAt(at) == '=');
    }

    /// The name that stands before the sign, with quotes and space between them or not.
    private Name nameBefore(int sign) {
        int end = skip(sign - 1, -1) + 1;
        while (end > 0 && "\"'`\\".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        int start = end;
        int first = Math.max(0, end - MAX_NAME);
        while (start > first && inName(text.charAt(start - 1))) {
            start--;
        }
        return new Name(text, start, end, SecretNames.meaning(text.substring(start, end)));
    }

    private static boolean inName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }

    private int skip(int from, int step) {
        int at = from;
        for (int i = 0; i < MAX_GAP && at >= 0 && at < text.length(); i++) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\t') {
                break;
            }
            at += step;
        }
        return at;
    }

    private boolean signAt(int at) {
        char c = text.charAt(at);
        return c == '=' || c == ':';
    }

    /// A name in the text.
    private record Name(String text, int start, int end, Meaning meaning) {
        /// Whether it stands where settings, options and forms have theirs, and code seldom has.
        boolean tight() {
            if (start == 0 || text.charAt(start) == '-') {
                return true;
            }
            char before = text.charAt(start - 1);
            boolean upper = text.substring(start, end).chars().noneMatch(Character::isLowerCase);
            return upper || before == '\n' || before == '?' || before == '&';
        }

        /// "Unexpected token: 'x'" tells of a mistake, and not of a secret.
        boolean complaint() {
            String before = text.substring(Math.max(0, start - 11), start).stripTrailing();
            return before.endsWith("expected")
                    || before.endsWith("nvalid")
                    || before.endsWith("llegal")
                    || before.endsWith("nknown");
        }
    }
}
