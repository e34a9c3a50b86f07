package dev.waybill.server.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.waybill.server.idempotency.Fingerprint;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Provider;

/// The credential something was planned with. A new secret leaves it the same; what else is set tells whose account it is, and
/// what was meant for one account must not go out under another.
///
/// @param operators whether it is the operator's own
/// @param mark of what is not secret in it
record Account(String credential, boolean operators, String mark) {
    static Account of(Provider provider, Credential credential) {
        String open =
                provider.credentialFields().stream()
                        .filter(field -> !field.secret())
                        .map(CredentialField::name)
                        .sorted()
                        .map(name -> name + "=" + credential.field(name, "") + "\n")
                        .collect(joining());
        return new Account(
                credential.name(), credential.trusted(), Fingerprint.of(open.getBytes(UTF_8)));
    }
}
