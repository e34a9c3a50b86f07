package dev.waybill.server.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.SortedMap;

/// Short names for content.
final class Digests {
    private static final int SHORT = 8;

    private Digests() {}

    /// One name for all of them.
    static String short256(SortedMap<String, byte[]> files) {
        MessageDigest digest = sha256();
        files.forEach(
                (name, bytes) -> {
                    digest.update(name.getBytes(UTF_8));
                    digest.update((byte) 0);
                    digest.update(sha256().digest(bytes));
                });
        return HexFormat.of().formatHex(digest.digest(), 0, SHORT);
    }

    /// As an entity tag.
    static String tag(byte[] bytes) {
        return '"' + HexFormat.of().formatHex(sha256().digest(bytes), 0, SHORT) + '"';
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
