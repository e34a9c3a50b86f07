package dev.waybill.server.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.outbound.HttpCall;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/// Writes the request that brings one event to one subscriber. The signature covers the exact bytes of the body, which
/// holds the time of sending, so that an old request cannot pass for a new one.
final class Letters {
    private static final Set<String> OURS =
            Set.of(
                    "content-type",
                    "content-length",
                    "host",
                    "connection",
                    "transfer-encoding",
                    "expect",
                    "upgrade");

    private final Json json;

    Letters(Json json) {
        this.json = json;
    }

    HttpCall write(KeptSubscription to, Happening happening, Instant now) throws RefusedTarget {
        String body = body(to, happening, now);
        Map<String, String> headers = new HashMap<>();
        to.headers()
                .forEach(
                        (name, value) -> {
                            if (!ours(name)) {
                                headers.put(name, value);
                            }
                        });
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "waybill");
        headers.put("X-Relay-Event", happening.type());
        headers.put("X-Relay-Timestamp", Rfc3339.format(now));
        headers.put("X-Relay-Delivery", to.id() + "-" + happening.seq());
        if (to.secret() != null) {
            headers.put("X-Relay-Signature", "sha256=" + signature(to.secret(), body));
        }
        return HttpCall.post(TargetGuard.parse(to.url()), headers, body);
    }

    /// Headers that say something about the request itself; nobody else may set them.
    private static boolean ours(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return OURS.contains(lower) || lower.startsWith("x-relay-") || lower.equals("user-agent");
    }

    private String body(KeptSubscription to, Happening happening, Instant now) {
        ObjectNode body = Json.emptyObject();
        body.put("type", happening.type());
        body.put("seq", happening.seq());
        body.put("workspace_id", to.workspace().text());
        body.put("timestamp", Rfc3339.format(now));
        body.put("created_at", Rfc3339.format(happening.at()));
        body.set("data", happening.data());
        return json.text(body);
    }

    static String signature(String secret, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("no HMAC", e);
        }
    }
}
