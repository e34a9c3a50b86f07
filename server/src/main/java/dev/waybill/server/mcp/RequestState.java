package dev.waybill.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/// The answers a host has given so far, handed to the host to be brought back: the server remembers nothing. Sealed, and
/// good for the same caller and the same request only.
final class RequestState {
    private static final String ALGORITHM = "HmacSHA256";
    private static final Duration VALID = Duration.ofHours(1);

    private final Json json;
    private final LongSupplier nanos;
    private final SecretKeySpec key;

    RequestState(Json json, LongSupplier nanos) {
        this.json = json;
        this.nanos = nanos;
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    String seal(String purpose, ObjectNode answers) {
        ObjectNode state = Json.emptyObject().put("at", nanos.getAsLong());
        state.set("answers", answers);
        byte[] content = json.write(state);
        return encode(content) + "." + encode(sign(purpose, content));
    }

    ObjectNode open(String purpose, String sealed) {
        int dot = sealed.indexOf('.');
        try {
            byte[] content = decode(sealed.substring(0, Math.max(0, dot)));
            byte[] signature = decode(sealed.substring(dot + 1));
            if (!MessageDigest.isEqual(signature, sign(purpose, content))) {
                throw foreign();
            }
            ObjectNode state = (ObjectNode) json.tree(content);
            if (nanos.getAsLong() - state.path("at").asLong() > VALID.toNanos()) {
                throw foreign();
            }
            return Params.object(state, "answers");
        } catch (IllegalArgumentException | JsonFault _) {
            throw foreign();
        }
    }

    private byte[] sign(String purpose, byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(purpose.getBytes(UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private static RpcFault foreign() {
        return RpcFault.invalid("requestState is not what this request was given");
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] decode(String text) {
        return Base64.getUrlDecoder().decode(text);
    }
}
