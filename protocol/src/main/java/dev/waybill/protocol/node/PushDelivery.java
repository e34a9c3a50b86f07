package dev.waybill.protocol.node;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Where and how deliveries are posted (`relay-wire` §5.5).
public record PushDelivery(String url, AckMode ackMode, PushAuth auth) {
    /// Reads what somebody asks for; what is left out is as the protocol says. An [IllegalArgumentException] names the
    /// value that is not right, and no secret.
    public static PushDelivery of(JsonNode asked) {
        return new PushDeliveryReader(asked).read();
    }

    /// The form it is stored in, which [#of] reads; it holds the secrets.
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("url", url);
        json.put("ack_mode", ackMode.wire());
        json.put("use_proxy", false);
        write(json.putObject("auth"));
        return json;
    }

    private void write(ObjectNode json) {
        switch (auth) {
            case PushAuth.None _ -> json.put("type", "none");
            case PushAuth.Bearer(var token) -> json.put("type", "bearer").put("token", token);
            case PushAuth.StaticHeaders(var headers) -> {
                json.put("type", "static_headers");
                headers.forEach(json.putObject("headers")::put);
            }
            case PushAuth.Hmac hmac ->
                    json.put("type", "hmac_sha256")
                            .put("secret", hmac.secret())
                            .put("signature_header", hmac.signatureHeader())
                            .put("timestamp_header", hmac.timestampHeader())
                            .put("signed_payload", hmac.timed() ? "timestamp.body" : "body")
                            .put("encoding", "hex")
                            .put("prefix", hmac.prefix());
            case PushAuth.StandardWebhooks(var secret) ->
                    json.put("type", "standard_webhooks").put("secret", secret);
        }
    }
}
