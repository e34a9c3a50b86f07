package dev.waybill.server.ingress;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Which repository a source of GitHub is about: as configured, or else as its key says.
record Repository(String owner, String name) {
    static Repository of(String key, JsonNode config) {
        String owner = Peek.text(config, "/owner");
        String name = Peek.text(config, "/repo");
        if (owner != null && name != null) {
            return checked(owner, name);
        }
        return of(key);
    }

    static Repository of(String fullName) {
        int slash = fullName.indexOf('/');
        if (slash < 0) {
            throw unclear(fullName);
        }
        return checked(fullName.substring(0, slash), fullName.substring(slash + 1));
    }

    /// Whether a repository can go by that name.
    static boolean named(String fullName) {
        int slash = fullName.indexOf('/');
        return slash > 0
                && plain(fullName.substring(0, slash))
                && plain(fullName.substring(slash + 1));
    }

    String full() {
        return owner + "/" + name;
    }

    boolean goesBy(String fullName) {
        return full().toLowerCase(Locale.ROOT).equals(fullName.toLowerCase(Locale.ROOT));
    }

    private static Repository checked(String owner, String name) {
        if (!plain(owner) || !plain(name)) {
            throw unclear(owner + "/" + name);
        }
        return new Repository(owner, name);
    }

    private static boolean plain(String part) {
        return !part.isEmpty()
                && part.length() <= 100
                && !part.equals(".")
                && !part.equals("..")
                && part.chars()
                        .allMatch(
                                c ->
                                        (c >= 'a' && c <= 'z')
                                                || (c >= 'A' && c <= 'Z')
                                                || (c >= '0' && c <= '9')
                                                || "-_.".indexOf(c) >= 0);
    }

    private static Refusal unclear(String text) {
        return new Refusal(
                Reason.INVALID_REQUEST,
                "a source of GitHub needs owner/repository as its key, or config.owner and config.repo; not \""
                        + text
                        + "\"");
    }
}
