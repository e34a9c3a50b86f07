package dev.waybill.server.backup;

import dev.waybill.server.store.Inspection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Copies what a server keeps in a data folder, as it is at one moment, to one archive: database, uploads and keys. A server may work in the folder
/// meanwhile: the database is read as any other reader does, and nothing waits for it.
public final class Backup {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /// An upload may be deleted between the moment of the database and that of its copy; then both are taken again.
    private static final int TRIES = 5;

    private final Path data;
    private final InstantSource clock;
    private final String version;

    /// The version is that of the Waybill that makes it.
    public Backup(Path data, InstantSource clock, String version) {
        this.data = data;
        this.clock = clock;
        this.version = version;
    }

    /// The archive that was written, and what is in it.
    public record Written(Path file, Manifest manifest) {}

    /// Writes the archive to the path, or under a name of its own into the folder that the path is. It is there whole or not at all.
    public Written write(Path target, boolean withSecrets) {
        Instant now = clock.instant();
        Path file =
                Files.isDirectory(target)
                        ? target.resolve("waybill-" + STAMP.format(now) + ".zip")
                        : target.toAbsolutePath();
        if (Files.exists(file)) {
            throw new BackupException(file + " is there already; it was not touched");
        }
        try {
            for (int tried = 1; ; tried++) {
                try {
                    return write(file, withSecrets, now);
                } catch (NoSuchFileException e) {
                    if (tried == TRIES) {
                        throw new BackupException(
                                e.getFile()
                                        + " is missing though the database knows it; see 'waybill verify'");
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the backup " + file, e);
        }
    }

    private Written write(Path file, boolean withSecrets, Instant now) throws IOException {
        Path parent = Objects.requireNonNull(file.toAbsolutePath().getParent());
        // For its owner alone, as every temporary folder is.
        Path folder = Files.createTempDirectory(parent, file.getFileName() + ".partial-");
        try {
            Path database = folder.resolve(Contents.DATABASE);
            Inspection.copy(data, database);
            Path draft = folder.resolve("archive");
            Manifest manifest = archive(draft, database, withSecrets, now);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            sync(parent);
            return new Written(file, manifest);
        } finally {
            remove(folder);
        }
    }

    private Manifest archive(Path draft, Path database, boolean withSecrets, Instant now)
            throws IOException {
        try (ArchiveWriter archive = new ArchiveWriter(draft);
                Inspection inspection = Inspection.sqlite(database)) {
            List<Manifest.Entry> entries = new ArrayList<>();
            entries.add(archive.add(Contents.DATABASE, database));
            List<String> beside =
                    Stream.concat(
                                    withSecrets ? Contents.secrets(data).stream() : Stream.of(),
                                    Contents.uploads(inspection).stream())
                            .toList();
            for (String name : beside) {
                entries.add(archive.add(name, data.resolve(name)));
            }
            Manifest manifest =
                    new Manifest(
                            Manifest.FORMAT,
                            version,
                            now,
                            inspection.schema(),
                            count(inspection, "message"),
                            count(inspection, "delivery"),
                            entries);
            archive.finish(manifest);
            return manifest;
        }
    }

    private static long count(Inspection inspection, String table) {
        return inspection.read(
                tx -> tx.first("select count(*) from " + table, row -> row.number(1)).orElse(0L));
    }

    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder)) {
            channel.force(true);
        }
    }

    /// A folder of drafts, with what is in it.
    static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
