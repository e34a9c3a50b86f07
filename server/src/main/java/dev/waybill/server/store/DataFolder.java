package dev.waybill.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.store.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// The folder that holds everything one server keeps; one server at a time may use it.
public final class DataFolder implements AutoCloseable {
    public static final String LOCK_FILE = "waybill.lock";

    /// Beside the lock and not in it: closing any handle of a locked file releases the lock of the whole process.
    public static final String PID_FILE = "waybill.pid";

    private final Path path;
    private final FileChannel lock;

    private DataFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Creates the folder if need be and claims it until closed, or until this process ends in any way.
    public static DataFolder open(Path path) {
        try {
            OwnerOnly.createFolder(path);
            // The pid has a file of its own: closing any handle of the lock file would release the
            // lock.
            Path lockFile = path.resolve("waybill.lock");
            Path pidFile = path.resolve("waybill.pid");
            FileChannel channel =
                    FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw inUse(path, pidFile);
            }
            Files.writeString(pidFile, Long.toString(ProcessHandle.current().pid()), UTF_8);
            return new DataFolder(path, channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use data folder " + path.toAbsolutePath(), e);
        }
    }

    public Path path() {
        return path;
    }

    Path database() {
        return database(path);
    }

    static Path database(Path folder) {
        return folder.resolve("waybill.db");
    }

    /// Writes a file that only its owner may read; after a crash it is there whole or not at all.
    public void writeSecret(String name, byte[] content) {
        Path file = path.resolve(name);
        Path draft = path.resolve(name + ".new");
        try {
            Files.deleteIfExists(draft);
            OwnerOnly.createFile(draft);
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                channel.write(java.nio.ByteBuffer.wrap(content));
                channel.force(true);
            }
            Files.move(
                    draft,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release data folder " + path, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException _) {
            return null; // this very process holds it
        }
    }

    private static StoreException inUse(Path path, Path pidFile) throws IOException {
        String pid = Files.exists(pidFile) ? Files.readString(pidFile, UTF_8).strip() : "unknown";
        return new StoreException(
                Kind.IN_USE,
                "data folder "
                        + path.toAbsolutePath()
                        + " is in use by another Waybill server (pid "
                        + pid
                        + ")");
    }
}
