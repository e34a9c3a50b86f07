package dev.waybill.server.provider.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Urls;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The account that pays for messages, and who they come from: a number or a service that has several.
///
/// @param statusUrl where it is told what became of them
record Account(
        String base,
        String sid,
        String token,
        Map<String, String> sender,
        @Nullable String statusUrl) {
    static final List<CredentialField> FIELDS =
            List.of(
                    CredentialField.required("account-sid", "the id of the account, AC…"),
                    CredentialField.secret("auth-token", "the token of the account"),
                    CredentialField.optional("from", "the number that messages come from, +1…"),
                    CredentialField.optional(
                            "messaging-service-sid", "instead of from: a messaging service, MG…"),
                    CredentialField.optional(
                            "base-url", "another address than https://api.twilio.com"),
                    CredentialField.optional(
                            "status-url",
                            "where this server's /ingress/sms is reached from outside, to be told what became of messages"));

    static Optional<Account> of(Credential credential) {
        Optional<Map<String, String>> sender =
                credential
                        .field("messaging-service-sid")
                        .map(service -> Map.of("MessagingServiceSid", service))
                        .or(() -> credential.field("from").map(from -> Map.of("From", from)));
        String base = Urls.base(credential.field("base-url", "https://api.twilio.com"), "");
        String sid = credential.field("account-sid", "");
        String token = credential.field("auth-token", "");
        return sid.isEmpty() || token.isEmpty()
                ? Optional.empty()
                : sender.map(
                        known ->
                                new Account(
                                        base,
                                        sid,
                                        token,
                                        known,
                                        credential.field("status-url").orElse(null)));
    }

    String authorization() {
        byte[] pair = (sid + ":" + token).getBytes(UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /// Shows no token.
    @Override
    public String toString() {
        return "Account[" + sid + " at " + base + "]";
    }
}
