package dev.waybill.server.file;

import dev.waybill.protocol.file.FileStatus;
import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is known of a file. `uploadHash` is there until its bytes are.
public record StoredFile(
        String id,
        WorkspaceId workspace,
        String filename,
        String contentType,
        long sizeBytes,
        String uploaderId,
        String uploadedBy,
        FileStatus status,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable String uploadHash,
        String secret) {
    /// Without the secrets.
    @Override
    public String toString() {
        return "StoredFile[" + id + " " + status + "]";
    }
}
