package dev.waybill.cli.client;

/// A secret that speaks for somebody, and where it came from, which may be told. Its `toString` hides the secret.
public record Credential(String secret, String origin) {
    public String bearer() {
        return "Bearer " + secret;
    }

    @Override
    public String toString() {
        return "Credential[" + origin + "]";
    }
}
