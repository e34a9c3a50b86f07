package dev.waybill.server.provider.github;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// The private key of an App, which signs the tokens it asks GitHub with: PEM as GitHub hands it out (PKCS#1), or PKCS#8.
final class AppKey {
    private static final Pattern BLOCK =
            Pattern.compile(
                    "-----BEGIN (RSA )?PRIVATE KEY-----([^-]+)-----END (RSA )?PRIVATE KEY-----");

    /// What PKCS#8 has before an RSA key: version 0, and that it is one.
    private static final byte[] RSA =
            HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;

    /// GitHub takes no more than ten minutes, and no clock that is ahead of its own.
    private static final Duration BEFORE = Duration.ofMinutes(1);

    private static final Duration AFTER = Duration.ofMinutes(9);

    private final PrivateKey key;

    private AppKey(PrivateKey key) {
        this.key = key;
    }

    /// In the environment a key often stands on one line, with `\n` for the ends of lines.
    static AppKey parse(String pem) {
        Matcher block = BLOCK.matcher(pem.replace("\\n", "\n"));
        if (!block.find()) {
            throw Account.unusable("private-key is no RSA key in PEM form");
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(block.group(2));
            byte[] pkcs8 = block.group(1) == null ? encoded : wrapped(encoded);
            return new AppKey(
                    KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            throw Account.unusable("private-key is damaged, or no RSA key");
        }
    }

    /// A token by which GitHub knows the App itself.
    String token(String app, Instant now) {
        ObjectNode head = Json.emptyObject().put("alg", "RS256").put("typ", "JWT");
        ObjectNode claims =
                Json.emptyObject()
                        .put("iat", now.minus(BEFORE).getEpochSecond())
                        .put("exp", now.plus(AFTER).getEpochSecond())
                        .put("iss", app);
        String signed = encoded(Reply.text(head)) + "." + encoded(Reply.text(claims));
        return signed + "." + encoded(signature(signed.getBytes(UTF_8)));
    }

    private byte[] signature(byte[] text) {
        try {
            Signature signing = Signature.getInstance("SHA256withRSA");
            signing.initSign(key);
            signing.update(text);
            return signing.sign();
        } catch (GeneralSecurityException _) {
            throw Account.unusable("private-key cannot sign");
        }
    }

    private static String encoded(String text) {
        return encoded(text.getBytes(UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] wrapped(byte[] pkcs1) {
        ByteArrayOutputStream inside = new ByteArrayOutputStream();
        inside.writeBytes(RSA);
        inside.writeBytes(tagged(OCTETS, pkcs1));
        return tagged(SEQUENCE, inside.toByteArray());
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.length;
        if (length < 0x80) {
            out.write(length);
        } else if (length < 0x100) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >> 8);
            out.write(length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
