package dev.waybill.server.provider.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.provider.Report;
import dev.waybill.server.provider.Told;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// What Twilio posts when the state of a message changes: a form, signed with the token of the account over the address it
/// was told to post to and every field in the order of their names.
final class StatusCallback {
    private static final String SIGNATURE = "X-Twilio-Signature";
    private static final int MOST_FIELDS = 200;

    private StatusCallback() {}

    /// Each message has an address of its own, by which its attempt is found.
    static String address(String base, String deliveryId) {
        return (base.endsWith("/") ? base : base + "/") + deliveryId;
    }

    static Optional<Report> read(Account account, Told told) {
        String base = account.statusUrl();
        String signature = told.headers().apply(SIGNATURE).orElse("");
        if (base == null) {
            return Optional.empty();
        }
        Map<String, String> form = form(told.body());
        String expected = signature(account.token(), address(base, told.deliveryId()), form);
        return MessageDigest.isEqual(expected.getBytes(UTF_8), signature.getBytes(UTF_8))
                ? Optional.of(report(form))
                : Optional.empty();
    }

    static String signature(String token, String address, Map<String, String> form) {
        StringBuilder signed = new StringBuilder(address);
        new TreeMap<>(form).forEach((name, value) -> signed.append(name).append(value));
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(token.getBytes(UTF_8), "HmacSHA1"));
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal(signed.toString().getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA1", e);
        }
    }

    private static Report report(Map<String, String> form) {
        String status =
                form.getOrDefault("MessageStatus", form.getOrDefault("SmsStatus", "unknown"));
        return new Report(
                form.getOrDefault("MessageSid", form.getOrDefault("SmsSid", "")),
                status,
                switch (status) {
                    case "delivered", "undelivered", "failed", "canceled", "read" -> true;
                    default -> false;
                },
                failure(status, form.getOrDefault("ErrorCode", "")));
    }

    private static @Nullable String failure(String status, String code) {
        return switch (status) {
            case "undelivered", "failed", "canceled" ->
                    "the message is " + status + (code.isEmpty() ? "" : " (" + code + ")");
            default -> null;
        };
    }

    private static Map<String, String> form(String body) {
        Map<String, String> form = new TreeMap<>();
        for (String pair : body.split("&", MOST_FIELDS)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                form.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return form;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }
}
