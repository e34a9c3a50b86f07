package dev.waybill.server.redact;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/// Tells what may be a secret from what merely stands where one could stand.
final class Likeness {
    /// What people and manuals write in the place of a secret.
    private static final Set<String> PLACEHOLDERS =
            Set.of(
                    "string",
                    "str",
                    "text",
                    "number",
                    "integer",
                    "boolean",
                    "bool",
                    "bytes",
                    "object",
                    "null",
                    "none",
                    "nil",
                    "undefined",
                    "true",
                    "false",
                    "void",
                    "any",
                    "unknown",
                    "required",
                    "optional",
                    "hidden",
                    "password",
                    "passwd",
                    "secret",
                    "token",
                    "value",
                    "example",
                    "changeme",
                    "redacted",
                    "masked",
                    "removed",
                    "missing",
                    "empty",
                    "invalid",
                    "expired",
                    "valid",
                    "yes",
                    "no",
                    "env",
                    "file",
                    "stdin",
                    "prompt");

    private Likeness() {}

    static boolean noPlaceholder(String value) {
        String plain = value.toLowerCase(Locale.ROOT);
        return !PLACEHOLDERS.contains(plain)
                && !reference(value)
                && !plain.startsWith("your")
                && value.chars().anyMatch(c -> c != value.charAt(0) || Character.isDigit(c))
                && value.chars().anyMatch(Character::isLetterOrDigit);
    }

    /// The scheme of an authorization is no part of what it hides.
    static boolean noScheme(String value) {
        return value.length() > 12 || !value.chars().allMatch(Character::isLetter);
    }

    static boolean lettersAndDigits(String value) {
        return has(value, '0', '9') && someLetter(value);
    }

    static boolean someLetter(String value) {
        return has(value, 'a', 'z') || has(value, 'A', 'Z');
    }

    static boolean mixed(String value) {
        return has(value, '0', '9') && has(value, 'a', 'z') && has(value, 'A', 'Z');
    }

    /// Base64 of `user:password`.
    static boolean userAndPassword(String value) {
        try {
            String text = new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
            return text.indexOf(':') > 0 && text.chars().allMatch(c -> c >= ' ' && c < 127);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// A name of something that code will put here, such as `config.token`.
    static boolean identifier(String value) {
        return !value.isEmpty()
                && value.chars().allMatch(c -> Character.isJavaIdentifierPart(c) || c == '.')
                && Character.isJavaIdentifierStart(value.charAt(0));
    }

    /// `$TOKEN`, `${TOKEN}`, `<token>`, `{{ token }}`, `%TOKEN%`, or what stands for a secret already.
    private static boolean reference(String value) {
        char first = value.charAt(0);
        return (first == '$' && value.length() > 1 && !Character.isDigit(value.charAt(1)))
                || first == '<'
                || value.startsWith("{{")
                || (first == '%' && value.endsWith("%"))
                || value.equals("%s")
                || value.startsWith(Redactor.MARK);
    }

    private static boolean has(String value, char from, char to) {
        return value.chars().anyMatch(c -> c >= from && c <= to);
    }
}
