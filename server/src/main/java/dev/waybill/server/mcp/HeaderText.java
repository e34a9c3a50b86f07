package dev.waybill.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/// A text as a header carries it: as it is, or between `=?base64?` and `?=` where a header could not hold it.
final class HeaderText {
    private static final String PREFIX = "=?base64?";
    private static final String SUFFIX = "?=";

    private HeaderText() {}

    /// Empty when it is not what it claims to be.
    static Optional<String> decode(String value) {
        if (!value.startsWith(PREFIX)
                || !value.endsWith(SUFFIX)
                || value.length() < PREFIX.length() + SUFFIX.length()) {
            return Optional.of(value);
        }
        String encoded = value.substring(PREFIX.length(), value.length() - SUFFIX.length());
        if (encoded.length() % 4 != 0) {
            return Optional.empty(); // the decoder would add the padding that is missing
        }
        try {
            return Optional.of(new String(Base64.getDecoder().decode(encoded), UTF_8));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
