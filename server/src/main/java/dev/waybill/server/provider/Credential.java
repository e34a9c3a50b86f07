package dev.waybill.server.provider;

import java.util.Map;
import java.util.Optional;

/// What a provider needs to know to be used, by the names of its [CredentialField]s. A trusted one is the operator's own, so
/// that the addresses in it may lead into private networks.
public record Credential(String name, Map<String, String> fields, boolean trusted) {
    public Credential {
        fields = Map.copyOf(fields);
    }

    /// The operator's own.
    public static Credential operators(Map<String, String> fields) {
        return new Credential("operator", fields, true);
    }

    public Optional<String> field(String field) {
        return Optional.ofNullable(fields.get(field));
    }

    public String field(String field, String otherwise) {
        return fields.getOrDefault(field, otherwise);
    }

    /// Shows no value.
    @Override
    public String toString() {
        return "Credential[" + name + "]";
    }
}
