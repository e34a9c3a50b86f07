package dev.waybill.protocol.file;

import java.time.Instant;

/// Where the bytes of an announced file go: by `PUT`, once, without further credentials.
public record Upload(String id, String uploadUrl, Instant expiresAt) {
    /// Without the secret.
    @Override
    public String toString() {
        return "Upload[" + id + "]";
    }
}
