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
    /// What may lie in a folder that counts as empty, and stays where it is: no archive holds it.
    private static final Set<String> STAYS =
            Set.of(
                    DataFolder.LOCK_FILE,
                    DataFolder.PID_FILE,
                    DataFolder.UNFINISHED,
                    "waybill.toml",
                    "nats",
                    "lost+found");

    private static final String DRAFT = "restoring";

    private final Path archive;

    public Restore(Path archive) {
        this.archive = archive;
    }

    /// What was put back, where what was there before has gone, if something was, and what is not as it should be in what was
    /// put back. A server can use it all the same.
    public record Restored(Manifest manifest, Optional<Path> before, List<String> doubts) {}

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
            List<String> doubts = doubts(draft);
            List<Path> replaced = there.stream().filter(path -> !stays(path, manifest)).toList();
            return new Restored(manifest, exchange(data, replaced, draft), doubts);
        } finally {
            Backup.remove(draft);
        }
    }

    private static List<Path> contents(Path data) throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return all.filter(path -> !STAYS.contains(path.getFileName().toString()))
                    .filter(path -> !path.endsWith(DRAFT))
                    .toList();
        }
    }

    /// Secrets of which the archive has none are still needed.
    private static boolean stays(Path path, Manifest manifest) {
        String name = path.getFileName().toString();
        return Contents.isSecret(name)
                && manifest.entries().stream().noneMatch(entry -> entry.name().equals(name));
    }

    /// Refuses what no server could use. An older schema is brought up to date by the next start.
    private List<String> doubts(Path draft) {
        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, draft)) {
            int schema = inspection.schema();
            if (schema < Inspection.LATEST_SCHEMA && inspection.damage(1).isEmpty()) {
                return List.of(
                        "its schema has version %d, which the next start brings to %d; no more than the file itself was looked at"
                                .formatted(schema, Inspection.LATEST_SCHEMA));
            }
        }
        List<Finding> findings = new Verification(StoreConfig.DEFAULTS, draft).run(_ -> {});
        List<String> breaches =
                findings.stream()
                        .filter(finding -> !finding.holds())
                        .flatMap(Restore::told)
                        .toList();
        if (!Verification.usable(findings)) {
            throw new BackupException(
                    Stream.concat(
                                    Stream.of(
                                            archive
                                                    + " is whole, but what is in it is not sound; nothing was changed"),
                                    breaches.stream())
                            .toList());
        }
        return breaches;
    }

    private static Stream<String> told(Finding finding) {
        return finding.breaches().stream().map(breach -> finding.name() + ": " + breach);
    }

    /// All of it or nothing. Until it is done no server starts in the folder.
    private static Optional<Path> exchange(Path data, List<Path> there, Path draft)
            throws IOException {
        Path unfinished = OwnerOnly.file(data.resolve(DataFolder.UNFINISHED));
        Backup.sync(data);
        Moves moves = new Moves();
        try {
            Optional<Path> before = setAside(data, there, moves);
            putInPlace(draft, data, moves);
            Backup.sync(data);
            Files.delete(unfinished);
            return before;
        } catch (IOException | RuntimeException e) {
            moves.takeBack();
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }

    private static Optional<Path> setAside(Path data, List<Path> there, Moves moves)
            throws IOException {
        if (there.isEmpty()) {
            return Optional.empty();
        }
        Path aside = data.resolve("before-restore-" + System.currentTimeMillis());
        OwnerOnly.createFolder(aside);
        for (Path path : there) {
            moves.move(path, aside.resolve(path.getFileName()));
        }
        return Optional.of(aside);
    }

    private static void putInPlace(Path draft, Path data, Moves moves) throws IOException {
        try (Stream<Path> all = Files.list(draft)) {
            List<Path> wanted =
                    all.filter(path -> !path.toString().contains(Contents.DATABASE + "-")).toList();
            for (Path path : wanted) {
                moves.move(path, data.resolve(path.getFileName()));
            }
        }
    }
}
