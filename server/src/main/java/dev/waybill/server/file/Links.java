package dev.waybill.server.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The secrets in the addresses that files are uploaded to and downloaded from.
final class Links {
    static final Duration UPLOAD = Duration.ofHours(1);
    static final Duration DOWNLOAD = Duration.ofHours(1);

    private static final int SECRET_BYTES = 24;

    private final SecureRandom random;

    Links(SecureRandom random) {
        this.random = random;
    }

    String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    static String hash(String secret) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256", e);
        }
    }

    static String downloadPath(StoredFile file, Instant now) {
        long expires = now.plus(DOWNLOAD).getEpochSecond();
        return "/v1/files/%s/content?expires=%d&signature=%s"
                .formatted(file.id(), expires, signature(file, expires));
    }

    static boolean opens(StoredFile file, long expires, String signature, Instant now) {
        return now.getEpochSecond() < expires && same(signature, signature(file, expires));
    }

    /// Takes the same time wherever the two differ.
    static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }

    private static String signature(StoredFile file, long expires) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(file.secret().getBytes(UTF_8), "HmacSHA256"));
            byte[] signed = mac.doFinal((file.id() + " " + expires).getBytes(UTF_8));
            return HexFormat.of().formatHex(signed);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("no HMAC", e);
        }
    }
}
