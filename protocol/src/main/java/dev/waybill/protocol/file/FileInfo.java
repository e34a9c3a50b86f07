package dev.waybill.protocol.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A file as its readers see it. The download address is good for a while and needs no further credentials.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record FileInfo(
        String id,
        String filename,
        String contentType,
        long sizeBytes,
        FileStatus status,
        @Nullable String downloadUrl,
        String uploadedBy,
        Instant createdAt) {
    /// Without the address.
    @Override
    public String toString() {
        return "FileInfo[" + id + " " + filename + "]";
    }
}
