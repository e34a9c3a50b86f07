package dev.waybill.server.credential;

import dev.waybill.protocol.outbound.NewCredential;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Refuses credentials that no provider could use. No value is ever repeated.
final class CredentialChecks {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
    private static final int MAX_VALUE = 16_384;

    private final Providers providers;

    CredentialChecks(Providers providers) {
        this.providers = providers;
    }

    void check(String name, NewCredential wanted) {
        if (!name.matches(NAME)) {
            throw refused(
                    "\"" + name + "\" is no name: letters, digits, _ . and -, at most 64 of them");
        }
        Provider provider =
                providers
                        .byName(wanted.provider())
                        .orElseThrow(() -> refused(unknown(wanted.provider())));
        wanted.fields().forEach((field, value) -> checkField(provider, field, value));
        for (CredentialField field : provider.credentialFields()) {
            if (field.required() && !wanted.fields().containsKey(field.name())) {
                throw refused(provider.title() + " needs the field " + field.name());
            }
        }
    }

    private static void checkField(Provider provider, String field, String value) {
        List<String> known =
                provider.credentialFields().stream().map(CredentialField::name).toList();
        if (!known.contains(field)) {
            throw refused(
                    "%s has no field \"%s\"; there are %s"
                            .formatted(provider.title(), field, String.join(", ", known)));
        }
        if (value.isBlank() || value.length() > MAX_VALUE) {
            throw refused("The field %s must hold 1 to %d characters".formatted(field, MAX_VALUE));
        }
        if (field.endsWith("url")) {
            checkAddress(field, value);
        }
    }

    private static void checkAddress(String field, String value) {
        try {
            TargetGuard.parse(value);
        } catch (RefusedTarget e) {
            throw refused("The address in " + field + " " + e.words());
        }
    }

    private String unknown(String provider) {
        return "There is no provider \"%s\"; there are %s"
                .formatted(
                        provider,
                        providers.all().stream()
                                .map(Provider::name)
                                .collect(Collectors.joining(", ")));
    }

    private static Refusal refused(String words) {
        return new Refusal(Reason.INVALID_REQUEST, words);
    }

    static Map<String, String> trimmed(Map<String, String> fields) {
        return fields.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, entry -> entry.getValue().strip()));
    }
}
