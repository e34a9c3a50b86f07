package dev.waybill.protocol.workspace;

/// Answers the rotation of an agent's token; the only time the new one is shown.
public record RotatedToken(String name, String token) {
    /// Without the secret.
    @Override
    public String toString() {
        return "RotatedToken[" + name + "]";
    }
}
