package dev.waybill.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.node.PushAuth;
import dev.waybill.protocol.time.Rfc3339;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The headers by which a receiver knows where a request comes from; signatures cover the exact bytes of the body.
final class Signature {
    private Signature() {}

    static Map<String, String> headers(PushAuth auth, String id, String body, Instant now) {
        return switch (auth) {
            case PushAuth.None _ -> Map.of();
            case PushAuth.Bearer(var token) -> Map.of("Authorization", "Bearer " + token);
            case PushAuth.StaticHeaders(var headers) -> headers;
            case PushAuth.Hmac hmac -> hmac(hmac, body, now);
            case PushAuth.StandardWebhooks standard -> standard(standard, id, body, now);
        };
    }

    private static Map<String, String> hmac(PushAuth.Hmac auth, String body, Instant now) {
        String time = Rfc3339.format(now);
        String signed = auth.timed() ? time + "." + body : body;
        return Map.of(
                auth.timestampHeader(),
                time,
                auth.signatureHeader(),
                auth.prefix()
                        + HexFormat.of().formatHex(sign(auth.secret().getBytes(UTF_8), signed)));
    }

    private static Map<String, String> standard(
            PushAuth.StandardWebhooks auth, String id, String body, Instant now) {
        String time = Long.toString(now.getEpochSecond());
        byte[] signature = sign(auth.key(), id + "." + time + "." + body);
        return Map.of(
                "webhook-timestamp",
                time,
                "webhook-signature",
                "v1," + Base64.getEncoder().encodeToString(signature));
    }

    private static byte[] sign(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("no HMAC", e);
        }
    }
}
