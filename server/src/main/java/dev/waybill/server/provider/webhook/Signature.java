package dev.waybill.server.provider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The headers by which whoever is asked knows that we ask, and when: an HMAC-SHA256 of the seconds, a dot and the exact bytes
/// of the body. They go under two names, so that what was written for AgentInbox understands them too.
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    static Map<String, String> headers(String secret, String body, Instant now) {
        String time = Long.toString(now.getEpochSecond());
        String signature = "sha256=" + sign(secret, time + "." + body);
        return Map.of(
                "X-Waybill-Signature", signature,
                "X-Waybill-Timestamp", time,
                "X-AgentInbox-Signature", signature,
                "X-AgentInbox-Timestamp", time);
    }

    private static String sign(String secret, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("no HMAC", e);
        }
    }
}
