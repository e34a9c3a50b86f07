package dev.waybill.server.provider;

import java.util.Collection;
import java.util.List;

/// Takes the values of a credential out of texts that are kept or shown.
final class Blackout {
    private static final String MARK = "[redacted]";
    private static final int SHORTEST = 4;

    private final List<String> secrets;

    Blackout(Collection<String> secrets) {
        this.secrets = secrets.stream().filter(secret -> secret.length() >= SHORTEST).toList();
    }

    String of(String text) {
        String left = text;
        for (String secret : secrets) {
            left = left.replace(secret, MARK);
        }
        return left;
    }
}
