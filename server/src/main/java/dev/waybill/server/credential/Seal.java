package dev.waybill.server.credential;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Closes texts so that only who has the key can read them, and only in the place they were closed for (AES-256-GCM).
final class Seal {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final String keyId;
    private final SecureRandom random;

    Seal(byte[] key, SecureRandom random) {
        this.key = new SecretKeySpec(key, "AES");
        this.keyId = HexFormat.of().formatHex(Arrays.copyOf(hash(key), 8));
        this.random = random;
    }

    /// Tells keys apart without saying anything about them.
    String keyId() {
        return keyId;
    }

    String close(String text, String place) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            byte[] closed = cipher(Cipher.ENCRYPT_MODE, nonce, place).doFinal(text.getBytes(UTF_8));
            return Base64.getEncoder()
                    .encodeToString(
                            ByteBuffer.allocate(NONCE + closed.length)
                                    .put(nonce)
                                    .put(closed)
                                    .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot seal", e);
        }
    }

    /// Empty when it was closed with another key or for another place, or is damaged.
    Optional<String> open(String closed, String place) {
        try {
            byte[] all = Base64.getDecoder().decode(closed);
            byte[] nonce = Arrays.copyOf(all, NONCE);
            byte[] text =
                    cipher(Cipher.DECRYPT_MODE, nonce, place)
                            .doFinal(all, NONCE, all.length - NONCE);
            return Optional.of(new String(text, UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String place) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(place.getBytes(UTF_8));
        return cipher;
    }

    private static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
