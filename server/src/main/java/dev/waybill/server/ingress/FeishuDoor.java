package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.source.KeptSource;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where Feishu's events come in. With an `encrypt-key` they are encrypted and signed; with a `verification-token` they carry it;
/// one of both is needed, and what is there has to hold.
final class FeishuDoor implements Door {
    static final String ENCRYPT_KEY = "encrypt-key";
    static final String TOKEN = "verification-token";

    private final Json json;
    private final Freshness freshness;

    FeishuDoor(Json json, Freshness freshness) {
        this.json = json;
        this.freshness = freshness;
    }

    @Override
    public Received open(KeptSource source, Credential key, Arrival arrival) {
        String encryptKey = key.field(ENCRYPT_KEY).filter(text -> !text.isEmpty()).orElse(null);
        String token = key.field(TOKEN).filter(text -> !text.isEmpty()).orElse(null);
        if (encryptKey == null && token == null) {
            throw Door.unproved();
        }
        JsonNode told = plain(encryptKey, arrival);
        String given = Peek.textOr(told, "/header/token", Peek.textOr(told, "/token", ""));
        if (token != null && !Hmac.same(token, given)) {
            throw Door.unproved();
        }
        // The question whether somebody is there comes without a signature, but not without key or
        // token.
        if ("url_verification".equals(Peek.text(told, "/type"))) {
            String challenge = Peek.textOr(told, "/challenge", "");
            if (challenge.isEmpty() || challenge.length() > 1000) {
                throw Door.wrong("there is no challenge in the question");
            }
            return new Received.Challenged(challenge);
        }
        if (encryptKey != null && !signed(encryptKey, arrival)) {
            throw Door.unproved();
        }
        return new FeishuEvents(source.config(), json)
                .event(told)
                .<Received>map(Received.Told::of)
                .orElseGet(() -> new Received.Passed("the source does not want this event"));
    }

    private JsonNode plain(@Nullable String encryptKey, Arrival arrival) {
        JsonNode body = unproved(arrival.body());
        if (encryptKey == null) {
            return body;
        }
        String encrypted = Peek.text(body, "/encrypt");
        if (encrypted == null) {
            throw Door.unproved();
        }
        return unproved(new FeishuCipher(encryptKey).open(encrypted));
    }

    /// Nothing is proved yet, so what cannot be read is as good as not signed.
    private JsonNode unproved(byte[] body) {
        try {
            JsonNode document = json.read(body, JsonNode.class);
            if (document != null && document.isObject()) {
                return document;
            }
        } catch (JsonFault _) {
            // Falls through to the same answer.
        }
        throw Door.unproved();
    }

    private boolean signed(String encryptKey, Arrival arrival) {
        String time = arrival.header("X-Lark-Request-Timestamp").orElse("");
        String nonce = arrival.header("X-Lark-Request-Nonce").orElse("");
        String given = arrival.header("X-Lark-Signature").orElse("");
        byte[] digest = Hmac.digest((time + nonce + encryptKey).getBytes(UTF_8), arrival.body());
        return Hmac.sameHex(HexFormat.of().formatHex(digest), given)
                && freshness.holds(time, Freshness.USUAL);
    }
}
