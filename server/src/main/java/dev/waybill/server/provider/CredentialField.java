package dev.waybill.server.provider;

/// One thing a credential of a provider may hold. Secret ones are never shown.
public record CredentialField(String name, String meaning, boolean required, boolean secret) {
    public static CredentialField required(String name, String meaning) {
        return new CredentialField(name, meaning, true, false);
    }

    public static CredentialField optional(String name, String meaning) {
        return new CredentialField(name, meaning, false, false);
    }

    public static CredentialField secret(String name, String meaning) {
        return new CredentialField(name, meaning, true, true);
    }

    public static CredentialField optionalSecret(String name, String meaning) {
        return new CredentialField(name, meaning, false, true);
    }
}
