package dev.waybill.cli.doctor;

import dev.waybill.server.store.DataFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/// Whether the data folder can be used, by its owner alone and by one server at a time.
record DataFolderCheck(Path data) implements Check {
    private static final Set<PosixFilePermission> OWNER =
            EnumSet.of(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE);

    @Override
    public Finding look() {
        Path folder = data.toAbsolutePath().normalize();
        if (!Files.exists(folder)) {
            return absent(folder);
        }
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            return Finding.fail(
                    "data",
                    folder + " is not a folder this user may write to",
                    "choose another one with --data, or change its owner");
        }
        try {
            return present(folder);
        } catch (IOException e) {
            return Finding.fail(
                    "data",
                    folder + " cannot be examined: " + e.getMessage(),
                    "choose another one with --data");
        }
    }

    /// The nearest folder above a path that is there.
    static Path existing(Path path) {
        Path folder = path.toAbsolutePath().normalize();
        while (!Files.exists(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static Finding absent(Path folder) {
        Path parent = existing(folder);
        return Files.isDirectory(parent) && Files.isWritable(parent)
                ? Finding.ok("data", folder + " will be created")
                : Finding.fail(
                        "data",
                        folder + " cannot be created in " + parent,
                        "choose another folder with --data");
    }

    private static Finding present(Path folder) throws IOException {
        if (isLocked(folder.resolve(DataFolder.LOCK_FILE))) {
            return Finding.warn(
                    "data",
                    folder + " is in use by a running server",
                    "stop that server before you start another one here");
        }
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")
                && !OWNER.containsAll(Files.getPosixFilePermissions(folder))) {
            return Finding.warn(
                    "data", folder + " is open to other users", "chmod 700 '" + folder + "'");
        }
        return Finding.ok("data", folder + " is writable, private and free");
    }

    private static boolean isLocked(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException _) {
            return true; // this very process holds it
        }
    }
}
