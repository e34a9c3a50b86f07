package dev.waybill.protocol.network.identity;

import dev.waybill.protocol.network.Sha256;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The 32 bytes of an Ed25519 public key.
public final class PublicKeyBytes {
    private static final int LENGTH = 32;
    private static final int FINGERPRINT = 32;
    private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private final byte[] bytes;

    public PublicKeyBytes(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException(
                    "an Ed25519 public key has 32 bytes, not " + bytes.length);
        }
        this.bytes = bytes.clone();
    }

    /// Reads base64url without padding.
    public static PublicKeyBytes parse(String text) {
        return new PublicKeyBytes(Base64.getUrlDecoder().decode(text));
    }

    public static PublicKeyBytes of(PublicKey key) {
        byte[] encoded = key.getEncoded();
        return new PublicKeyBytes(
                Arrays.copyOfRange(encoded, encoded.length - LENGTH, encoded.length));
    }

    /// What `key_id` is.
    public String keyId() {
        return "sha256:" + Sha256.hex(bytes);
    }

    /// What the name of a peer that signs ends with.
    public String fingerprint() {
        return Sha256.hex(bytes).substring(0, FINGERPRINT);
    }

    public String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    PublicKey key() throws GeneralSecurityException {
        byte[] encoded = Arrays.copyOf(PREFIX, PREFIX.length + LENGTH);
        System.arraycopy(bytes, 0, encoded, PREFIX.length, LENGTH);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PublicKeyBytes key && Arrays.equals(key.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return keyId();
    }
}
