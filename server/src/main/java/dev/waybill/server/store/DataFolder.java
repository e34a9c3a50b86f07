package dev.waybill.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.store.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The folder that holds everything one server keeps; one server at a time may use it.
public final class DataFolder implements AutoCloseable {
    public static final String LOCK_FILE = "waybill.lock";

    /// With SQLite.
    public static final String DATABASE_FILE = "waybill.db";

    /// Beside the lock and not in it: closing any handle of a locked file releases the lock of the whole process.
    public static final String PID_FILE = "waybill.pid";

    /// There while what is in the folder is being exchanged for something else.
    public static final String UNFINISHED = "restore-unfinished";

    /// For the same reason a process asks itself first whether it has the folder.
    private static final Set<Path> CLAIMED = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Path real;
    private final FileChannel lock;

    private DataFolder(Path path, Path real, FileChannel lock) {
        this.path = path;
        this.real = real;
        this.lock = lock;
    }

    /// Creates the folder if need be and claims it until closed, or until this process ends in any way.
    public static DataFolder open(Path path) {
        try {
            OwnerOnly.createFolder(path);
            Path real = path.toRealPath();
            if (!CLAIMED.add(real)) {
                throw inUse(path);
            }
            try {
                return new DataFolder(path, real, lock(path));
            } catch (IOException | RuntimeException e) {
                CLAIMED.remove(real);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use data folder " + path.toAbsolutePath(), e);
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel =
                FileChannel.open(OwnerOnly.file(path.resolve(LOCK_FILE)), StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw inUse(path);
            }
            Files.writeString(
                    OwnerOnly.file(path.resolve(PID_FILE)),
                    Long.toString(ProcessHandle.current().pid()),
                    UTF_8);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Refuses a folder in which a restore has begun and not come to its end.
    public void requireWhole() {
        if (Files.exists(path.resolve(UNFINISHED))) {
            throw new StoreException(
                    Kind.CORRUPT,
                    "a restore to data folder %s was interrupted; run 'waybill restore' once more with --force %s"
                            .formatted(path.toAbsolutePath(), path.toAbsolutePath()));
        }
    }

    public Path path() {
        return path;
    }

    Path database() {
        return database(path);
    }

    static Path database(Path folder) {
        return folder.resolve(DATABASE_FILE);
    }

    /// A place in the folder for files of any size.
    public Blobs blobs(String name) {
        return new Blobs(path.resolve(name));
    }

    /// Writes a file that only its owner may read; after a crash it is there whole or not at all. A file of that name
    /// is set aside, not overwritten: it may hold the only copy of something.
    public void writeSecret(String name, byte[] content) {
        Path file = path.resolve(name);
        Path draft = path.resolve(name + ".new");
        try {
            Files.deleteIfExists(draft);
            try (FileChannel channel =
                    FileChannel.open(OwnerOnly.file(draft), StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            if (Files.exists(file)) {
                Files.move(file, path.resolve(name + "." + System.currentTimeMillis()));
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(path)) {
                folder.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path.resolve(PID_FILE));
            lock.close();
            CLAIMED.remove(real);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release data folder " + path, e);
        }
    }

    private static StoreException inUse(Path path) throws IOException {
        Path pidFile = path.resolve(PID_FILE);
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
