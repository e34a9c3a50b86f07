package dev.waybill.protocol.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The SHA-256 of a token in hexadecimal: what is stored in place of the token.
public record TokenHash(String hex) {
    private static final int HEX_DIGITS = 64;

    public TokenHash {
        if (hex.length() != HEX_DIGITS) {
            throw new IllegalArgumentException("token hash has " + hex.length() + " digits");
        }
    }

    static TokenHash of(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
            return new TokenHash(HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing from this JDK", e);
        }
    }

    /// Compares in constant time, so that the answer's delay tells nothing about a stored hash.
    public boolean matches(Token token) {
        return MessageDigest.isEqual(hex.getBytes(UTF_8), token.hash().hex.getBytes(UTF_8));
    }
}
