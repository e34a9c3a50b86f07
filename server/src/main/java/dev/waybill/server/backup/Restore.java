package dev.waybill.server.backup;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.store.OwnerOnly;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Puts a backup into a data folder, after it has proved that the backup is whole and sound. The folder is claimed
/// meanwhile, so no server can be in it.
public final class Restore {
    /// What may lie in a folder that counts as empty.
    private static final Set<String> NOTHING =
            Set.of(DataFolder.LOCK_FILE, DataFolder.PID_FILE, "lost+found");

    private static final String DRAFT = "restoring";

    private final Path archive;

    public Restore(Path archive) {
        this.archive = archive;
    }

    /// What was put back, and where what was there before has gone, if something was.
    public record Restored(Manifest manifest, Optional<Path> before) {}

    /// With `replace`, what is in the folder is set aside, in a folder below it; without, a folder with something in it is
    /// refused.
    public Restored into(Path data, boolean replace) {
        try (DataFolder folder = DataFolder.open(data)) {
            return into(folder, replace);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot restore " + archive + " to " + data, e);
        }
    }

    private Restored into(DataFolder folder, boolean replace) throws IOException {
        Path data = folder.path();
        List<Path> there = contents(data);
        if (!there.isEmpty() && !replace) {
            throw new BackupException(
                    List.of(
                            data + " is not empty; nothing was changed",
                            "to replace what is in it, name it once more: --force " + data));
        }
        Path draft = data.resolve(DRAFT);
        if (Files.exists(draft)) {
            Backup.remove(draft);
        }
        OwnerOnly.createFolder(draft);
        try (ArchiveReader reader = new ArchiveReader(archive)) {
            Manifest manifest = reader.manifest();
            for (Manifest.Entry entry : manifest.entries()) {
                reader.unpack(entry, draft);
            }
            requireSound(draft);
            Optional<Path> before = setAside(data, there);
            putInPlace(draft, data);
            return new Restored(manifest, before);
        } finally {
            Backup.remove(draft);
        }
    }

    private static List<Path> contents(Path data) throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return all.filter(path -> !NOTHING.contains(path.getFileName().toString()))
                    .filter(path -> !path.endsWith(DRAFT))
                    .toList();
        }
    }

    /// An older schema is brought up to date by the next start.
    private void requireSound(Path draft) {
        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, draft)) {
            int schema = inspection.schema();
            if (schema < Inspection.LATEST_SCHEMA && inspection.damage(1).isEmpty()) {
                return;
            }
        }
        List<String> breaches =
                new Verification(StoreConfig.DEFAULTS, draft)
                        .run(_ -> {}).stream()
                                .filter(finding -> !finding.holds())
                                .flatMap(Restore::told)
                                .toList();
        if (!breaches.isEmpty()) {
            throw new BackupException(
                    Stream.concat(
                                    Stream.of(
                                            archive
                                                    + " is whole, but what is in it is not sound; nothing was changed"),
                                    breaches.stream())
                            .toList());
        }
    }

    private static Stream<String> told(Finding finding) {
        return finding.breaches().stream().map(breach -> finding.name() + ": " + breach);
    }

    private static Optional<Path> setAside(Path data, List<Path> there) throws IOException {
        if (there.isEmpty()) {
            return Optional.empty();
        }
        Path aside = data.resolve("before-restore-" + System.currentTimeMillis());
        OwnerOnly.createFolder(aside);
        for (Path path : there) {
            Files.move(path, aside.resolve(path.getFileName()));
        }
        return Optional.of(aside);
    }

    /// The database comes last: a folder without one is empty to a server.
    private static void putInPlace(Path draft, Path data) throws IOException {
        try (Stream<Path> all = Files.list(draft)) {
            List<Path> ordered =
                    all.filter(path -> !path.toString().contains(Contents.DATABASE + "-"))
                            .sorted(
                                    (one, other) ->
                                            Boolean.compare(isDatabase(one), isDatabase(other)))
                            .toList();
            for (Path path : ordered) {
                Files.move(path, data.resolve(path.getFileName()));
            }
        }
        Backup.sync(data);
    }

    private static boolean isDatabase(Path path) {
        return path.endsWith(Contents.DATABASE);
    }
}
