package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How the sender of a webhook signs, as `config.signature` of the source says: HMAC-SHA-256 over the body, or over
/// `timestamp.body` where a header tells the time.
///
/// @param header where the signature is
/// @param prefix what stands before it there
/// @param base64 rather than hexadecimal
/// @param timestampHeader where the time is, in seconds since 1970
record SignatureRule(
        String header,
        String prefix,
        boolean base64,
        @Nullable String timestampHeader,
        Duration tolerance) {
    private static final Set<String> PARTS =
            Set.of(
                    "header",
                    "prefix",
                    "encoding",
                    "algorithm",
                    "timestampHeader",
                    "toleranceSeconds");
    private static final String NAME = "[A-Za-z0-9-]{1,100}";

    /// Refuses what cannot be read, naming the field.
    static SignatureRule of(JsonNode config) {
        JsonNode rule = config.path("signature");
        if (!rule.isObject() && !rule.isMissingNode() && !rule.isNull()) {
            throw Door.wrong("config.signature is no object");
        }
        for (String name : rule.propertyNames()) {
            if (!PARTS.contains(name)) {
                throw Door.wrong("config.signature has no field \"" + name + "\"");
            }
        }
        if (!Peek.textOr(rule, "/algorithm", "sha256").equals("sha256")) {
            throw Door.wrong("config.signature.algorithm is not sha256");
        }
        return new SignatureRule(
                name(rule, "header", "X-Waybill-Signature"),
                Peek.textOr(rule, "/prefix", "sha256="),
                base64(rule),
                rule.has("timestampHeader") ? name(rule, "timestampHeader", "") : null,
                tolerance(rule));
    }

    boolean holds(byte[] secret, Arrival arrival, Freshness freshness) {
        String given = arrival.header(header).orElse("");
        if (timestampHeader == null) {
            return matches(Hmac.sha256(secret, arrival.body()), given);
        }
        String time = arrival.header(timestampHeader).orElse("");
        byte[] hmac = Hmac.sha256(secret, (time + ".").getBytes(UTF_8), arrival.body());
        return matches(hmac, given) && freshness.holds(time, tolerance);
    }

    private boolean matches(byte[] hmac, String given) {
        if (!given.startsWith(prefix)) {
            return false;
        }
        String bare = given.substring(prefix.length());
        return base64
                ? Hmac.same(Base64.getEncoder().encodeToString(hmac), bare)
                : Hmac.sameHex(HexFormat.of().formatHex(hmac), bare);
    }

    private static String name(JsonNode rule, String field, String otherwise) {
        String name = Peek.textOr(rule, "/" + field, otherwise);
        if (!name.matches(NAME)) {
            throw Door.wrong("config.signature." + field + " is no name of a header");
        }
        return name;
    }

    private static boolean base64(JsonNode rule) {
        return switch (Peek.textOr(rule, "/encoding", "hex")) {
            case "hex" -> false;
            case "base64" -> true;
            default -> throw Door.wrong("config.signature.encoding is neither hex nor base64");
        };
    }

    private static Duration tolerance(JsonNode rule) {
        JsonNode seconds = rule.path("toleranceSeconds");
        if (seconds.isMissingNode() || seconds.isNull()) {
            return Freshness.USUAL;
        }
        if (!seconds.isInt() || seconds.intValue() < 1 || seconds.intValue() > 86_400) {
            throw Door.wrong("config.signature.toleranceSeconds is not within 1 and 86400");
        }
        return Duration.ofSeconds(seconds.intValue());
    }
}
