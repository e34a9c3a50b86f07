package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.KeptSource;
import java.util.HexFormat;

/// Where any program that can sign what it posts comes in.
final class WebhookDoor implements Door {
    static final String SECRET = "webhook-secret";

    private final Json json;
    private final Freshness freshness;

    WebhookDoor(Json json, Freshness freshness) {
        this.json = json;
        this.freshness = freshness;
    }

    @Override
    public Received open(KeptSource source, Credential key, Arrival arrival) {
        String secret = key.field(SECRET, key.field("secret", ""));
        if (secret.isEmpty() || !rule(source).holds(secret.getBytes(UTF_8), arrival, freshness)) {
            throw Door.unproved();
        }
        String digest = "sha256:" + HexFormat.of().formatHex(Hmac.digest(arrival.body()));
        return Received.Told.of(
                new MappedEvents(source.config())
                        .event(arrival, Door.document(json, arrival.body()), digest));
    }

    /// A rule was checked when the source was made; one that cannot be read any more proves nothing.
    private static SignatureRule rule(KeptSource source) {
        try {
            return SignatureRule.of(source.config());
        } catch (Refusal _) {
            throw Door.unproved();
        }
    }
}
