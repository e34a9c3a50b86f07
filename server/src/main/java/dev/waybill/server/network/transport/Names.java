package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// Names that a broker takes, made from ones that may hold any character.
final class Names {
    private static final Pattern PLAIN = Pattern.compile("[!-~]{1,200}");
    private static final int LENGTH = 40;

    private Names() {}

    /// For consumers and queues.
    static String of(String... parts) {
        return "wb-" + sha256(String.join("\0", parts)).substring(0, LENGTH);
    }

    /// By which a stream knows what it has already: the key, unless it cannot be written in a header.
    static String message(String key) {
        return PLAIN.matcher(key).matches() ? key : sha256(key);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing from this JDK", e);
        }
    }
}
