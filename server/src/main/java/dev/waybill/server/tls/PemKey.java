package dev.waybill.server.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a private key from a PEM file: PKCS#8, unencrypted, of any kind that TLS uses.
final class PemKey {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private PemKey() {}

    static PrivateKey parse(Path file, String pem) {
        Matcher block = BLOCK.matcher(pem);
        if (!block.find()) {
            throw new TlsFault(file + " holds no private key in PEM form");
        }
        if (!block.group(1).equals("PRIVATE KEY")) {
            throw new TlsFault(conversion(file, block.group(1)));
        }
        return decode(file, bytes(file, block.group(2)));
    }

    private static String conversion(Path file, String kind) {
        String problem =
                switch (kind) {
                    case "RSA PRIVATE KEY" -> "a PKCS#1 key";
                    case "EC PRIVATE KEY" -> "a SEC1 key";
                    case "ENCRYPTED PRIVATE KEY" -> "an encrypted key";
                    default -> "a key of kind '" + kind + "'";
                };
        return "%s is %s, but an unencrypted PKCS#8 key is needed; to convert it: openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem"
                .formatted(file, problem, file);
    }

    private static byte[] bytes(Path file, String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new TlsFault(file + " is damaged: its Base64 cannot be decoded", e);
        }
    }

    private static PrivateKey decode(Path file, byte[] pkcs8) {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException _) {
                // Not of this kind; the encoding itself says which, but the JDK does not read it
                // out.
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(algorithm + " is missing from this JDK", e);
            }
        }
        throw new TlsFault(file + " is neither an RSA, an EC nor an Ed25519 key");
    }
}
