package dev.waybill.server.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Knows which names are names of secrets: `DB_PASSWORD`, `apiKey`, `x-auth-token`.
final class SecretNames {
    private static final int MAX_LENGTH = 128;
    private static final List<String> NOUNS =
            List.of(
                    "password",
                    "passwords",
                    "passwd",
                    "passphrase",
                    "passcode",
                    "pwd",
                    "secret",
                    "secrets",
                    "token",
                    "authorization",
                    "cookie",
                    "cookies",
                    "credential",
                    "credentials",
                    "apikey",
                    "apikeys",
                    "privatekey",
                    "accesskey",
                    "secretkey");
    private static final Set<String> KEYS =
            Set.of(
                    "api",
                    "access",
                    "private",
                    "secret",
                    "signing",
                    "encryption",
                    "master",
                    "auth",
                    "account",
                    "storage",
                    "license",
                    "deploy",
                    "service",
                    "session",
                    "hmac");

    private SecretNames() {}

    /// What the last words of a name make of its value.
    enum Meaning {
        NOTHING,
        /// Numbers under it are counts, such as those of a language model.
        TOKEN,
        /// Paths under it are working folders.
        FOLDER,
        SECRET
    }

    static boolean secret(String name) {
        return meaning(name) != Meaning.NOTHING;
    }

    static Meaning meaning(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return Meaning.NOTHING;
        }
        List<String> words = words(name);
        if (words.size() > 1 && words.getLast().equals("base")) {
            words.removeLast();
        }
        String last = words.isEmpty() ? "" : words.getLast();
        if (last.endsWith("token")) {
            return Meaning.TOKEN;
        }
        if (last.endsWith("pwd")) {
            return Meaning.FOLDER;
        }
        boolean secret =
                NOUNS.stream().anyMatch(last::endsWith)
                        || (isKey(last)
                                && words.size() > 1
                                && KEYS.contains(words.get(words.size() - 2)));
        return secret ? Meaning.SECRET : Meaning.NOTHING;
    }

    private static boolean isKey(String word) {
        return word.equals("key") || word.equals("keys");
    }

    /// `dbPassword`, `DB_PASSWORD` and `db-password` are the same two words.
    private static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean begins =
                    Character.isUpperCase(c) && i > 0 && Character.isLowerCase(name.charAt(i - 1));
            if (begins || !Character.isLetterOrDigit(c)) {
                add(words, word);
            }
            if (Character.isLetter(c)) {
                word.append(c);
            }
        }
        add(words, word);
        return words;
    }

    private static void add(List<String> words, StringBuilder word) {
        if (!word.isEmpty()) {
            words.add(word.toString().toLowerCase(Locale.ROOT));
            word.setLength(0);
        }
    }
}
