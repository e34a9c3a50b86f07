package dev.waybill.protocol.node;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the delivery of an http_push node and says which value is not right.
final class PushDeliveryReader {
    private static final int MAX_TEXT = 4096;
    private static final int MAX_HEADERS = 32;
    private static final int MIN_KEY = 16;
    private static final int MAX_KEY = 128;
    private static final String HIDDEN = "[redacted]";

    /// What a request says about itself; whoever owns the node cannot say otherwise.
    private static final Set<String> RESERVED =
            Set.of(
                    "content-type",
                    "content-length",
                    "content-encoding",
                    "host",
                    "connection",
                    "transfer-encoding",
                    "expect",
                    "upgrade",
                    "user-agent",
                    "x-forward-to",
                    "x-proxy-auth");

    private final JsonNode asked;

    PushDeliveryReader(JsonNode asked) {
        this.asked = asked;
    }

    PushDelivery read() {
        if (!asked.isObject()) {
            throw new IllegalArgumentException("delivery is not an object");
        }
        if (asked.path("use_proxy").asBoolean(false)) {
            throw new IllegalArgumentException(
                    "delivery.use_proxy is true, and this server posts without a proxy");
        }
        return new PushDelivery(text(asked, "delivery.url", "url", null), ackMode(), auth());
    }

    private AckMode ackMode() {
        String word = text(asked, "delivery.ack_mode", "ack_mode", AckMode.MANUAL.wire());
        try {
            return AckMode.of(word);
        } catch (IllegalArgumentException _) {
            throw not("delivery.ack_mode", word, "one of manual, on_2xx, response");
        }
    }

    private PushAuth auth() {
        JsonNode auth = asked.path("auth");
        if (auth.isMissingNode() || auth.isNull()) {
            return new PushAuth.None();
        }
        if (!auth.isObject()) {
            throw new IllegalArgumentException("delivery.auth is not an object");
        }
        String type = text(auth, "delivery.auth.type", "type", "none");
        return switch (type) {
            case "none" -> new PushAuth.None();
            case "bearer" -> new PushAuth.Bearer(secret(auth, "token"));
            case "static_headers" -> new PushAuth.StaticHeaders(headers(auth.path("headers")));
            case "hmac_sha256" -> hmac(auth);
            case "standard_webhooks" -> standard(secret(auth, "secret"));
            default ->
                    throw not(
                            "delivery.auth.type",
                            type,
                            "one of none, bearer, static_headers, hmac_sha256, standard_webhooks");
        };
    }

    private static PushAuth.Hmac hmac(JsonNode auth) {
        String payload =
                choice(auth, "signed_payload", "timestamp.body", List.of("timestamp.body", "body"));
        choice(auth, "encoding", "hex", List.of("hex"));
        String prefix = text(auth, "delivery.auth.prefix", "prefix", "sha256=");
        if (!prefix.matches("[!-~]{0,64}")) {
            throw not("delivery.auth.prefix", prefix, "up to 64 visible ASCII characters");
        }
        return new PushAuth.Hmac(
                secret(auth, "secret"),
                signingHeader(auth, "signature_header", "X-Relaycast-Signature"),
                signingHeader(auth, "timestamp_header", "X-Relaycast-Timestamp"),
                payload.equals("timestamp.body"),
                prefix);
    }

    private static PushAuth.StandardWebhooks standard(String secret) {
        if (!secret.startsWith(PushAuth.StandardWebhooks.PREFIX)) {
            throw new IllegalArgumentException("delivery.auth.secret does not begin with whsec_");
        }
        PushAuth.StandardWebhooks auth = new PushAuth.StandardWebhooks(secret);
        int length = keyLength(auth);
        if (length < MIN_KEY || length > MAX_KEY) {
            throw new IllegalArgumentException(
                    "delivery.auth.secret is not base64 of "
                            + MIN_KEY
                            + " to "
                            + MAX_KEY
                            + " bytes after whsec_");
        }
        return auth;
    }

    private static int keyLength(PushAuth.StandardWebhooks auth) {
        try {
            return auth.key().length;
        } catch (IllegalArgumentException _) {
            return 0;
        }
    }

    private static Map<String, String> headers(JsonNode given) {
        if (!given.isObject() || given.isEmpty() || given.size() > MAX_HEADERS) {
            throw new IllegalArgumentException(
                    "delivery.auth.headers is not an object of 1 to " + MAX_HEADERS + " headers");
        }
        Map<String, String> headers = new HashMap<>();
        Map<String, String> seen = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, JsonNode> header : given.properties()) {
            String name = headerName("delivery.auth.headers", header.getKey());
            if (ours(name) || isSignature(name)) {
                throw new IllegalArgumentException(
                        "delivery.auth.headers: " + name + " is set by the server");
            }
            if (seen.put(name, name) != null) {
                throw new IllegalArgumentException(
                        "delivery.auth.headers: " + name + " is there twice");
            }
            headers.put(name, secret(given, header.getKey()));
        }
        return headers;
    }

    private static String signingHeader(JsonNode auth, String field, String otherwise) {
        String where = "delivery.auth." + field;
        String name = headerName(where, text(auth, where, field, otherwise));
        String lower = name.toLowerCase(Locale.ROOT);
        boolean told =
                lower.equals("x-relaycast-event")
                        || lower.equals("x-relaycast-delivery")
                        || lower.startsWith("webhook-");
        if (ours(name) || told) {
            throw new IllegalArgumentException(where + ": " + name + " is set by the server");
        }
        return name;
    }

    private static boolean ours(String name) {
        return RESERVED.contains(name.toLowerCase(Locale.ROOT));
    }

    private static boolean isSignature(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("x-relaycast-") || lower.startsWith("webhook-");
    }

    private static String headerName(String where, String name) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}")) {
            throw not(where, name, "the name of a header");
        }
        return name;
    }

    private static String choice(
            JsonNode auth, String field, String otherwise, List<String> words) {
        String where = "delivery.auth." + field;
        String word = text(auth, where, field, otherwise);
        if (!words.contains(word)) {
            throw not(where, word, "one of " + String.join(", ", words));
        }
        return word;
    }

    /// Never repeated in what is said about it.
    private static String secret(JsonNode from, String field) {
        String secret = from.path(field).isString() ? from.path(field).asString() : "";
        if (secret.isBlank() || secret.length() > MAX_TEXT || !secret.matches("[ -~]+")) {
            throw new IllegalArgumentException(
                    "delivery.auth: "
                            + field
                            + " is not 1 to "
                            + MAX_TEXT
                            + " visible ASCII characters");
        }
        if (secret.equals(HIDDEN)) {
            throw new IllegalArgumentException(
                    "delivery.auth: " + field + " is what the server shows instead of a secret");
        }
        return secret;
    }

    private static String text(
            JsonNode from, String where, String field, @Nullable String otherwise) {
        JsonNode value = from.path(field);
        boolean absent = value.isMissingNode() || value.isNull();
        if (absent && otherwise != null) {
            return otherwise;
        }
        if (!value.isString() || (value.asString().isBlank() && otherwise == null)) {
            throw new IllegalArgumentException(where + " is not a text");
        }
        return value.asString();
    }

    private static IllegalArgumentException not(String where, String value, String wanted) {
        return new IllegalArgumentException(where + " '" + value + "' is not " + wanted);
    }
}
