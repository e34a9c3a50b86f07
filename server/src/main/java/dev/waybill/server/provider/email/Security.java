package dev.waybill.server.provider.email;

import java.util.Locale;
import java.util.Optional;

/// How a connection to a mail server is kept from being read.
public enum Security {
    /// It begins in the clear and goes on encrypted, or not at all.
    STARTTLS,
    /// It is encrypted from the first byte.
    TLS,
    /// It is not.
    NONE;

    static Optional<Security> of(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "starttls" -> Optional.of(STARTTLS);
            case "tls" -> Optional.of(TLS);
            case "none" -> Optional.of(NONE);
            default -> Optional.empty();
        };
    }
}
