package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Opens what Feishu encrypts: AES-256-CBC under the SHA-256 of the key, the first block being the vector.
final class FeishuCipher {
    private static final int BLOCK = 16;

    private final byte[] key;

    FeishuCipher(String encryptKey) {
        this.key = Hmac.digest(encryptKey.getBytes(UTF_8));
    }

    /// Whatever is wrong with it looks the same from outside.
    byte[] open(String encrypted) {
        try {
            byte[] all = Base64.getDecoder().decode(encrypted);
            if (all.length < 2 * BLOCK) {
                throw Door.unproved();
            }
            Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    new SecretKeySpec(key, "AES"),
                    new IvParameterSpec(Arrays.copyOf(all, BLOCK)));
            return cipher.doFinal(all, BLOCK, all.length - BLOCK);
        } catch (IllegalArgumentException | GeneralSecurityException _) {
            throw Door.unproved();
        }
    }
}
