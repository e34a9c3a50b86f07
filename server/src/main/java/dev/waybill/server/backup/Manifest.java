package dev.waybill.server.backup;

import java.time.Instant;
import java.util.List;

/// What is in a backup: it is the last entry of the archive, so an archive without one was not finished.
public record Manifest(
        int format,
        String version,
        Instant createdAt,
        int schema,
        long messages,
        long deliveries,
        List<Entry> entries) {
    static final String NAME = "manifest.json";

    /// Archives of a higher format are refused.
    static final int FORMAT = 1;

    public Manifest {
        entries = List.copyOf(entries);
    }

    /// One file of the data folder, with the SHA-256 of its bytes.
    public record Entry(String name, long bytes, String sha256) {}

    public long bytes() {
        return entries.stream().mapToLong(Entry::bytes).sum();
    }

    /// How many of the entries were uploaded.
    public long files() {
        return entries.stream().filter(entry -> entry.name().startsWith(Contents.UPLOADS)).count();
    }
}
