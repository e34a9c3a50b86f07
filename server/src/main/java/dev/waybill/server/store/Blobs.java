package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// Files of any size in the data folder. Each is there whole and durable, or not at all; none is ever whole in memory.
public final class Blobs {
    private static final String DRAFT = ".draft";
    private static final int PIECE = 64 << 10;

    private final Path root;

    Blobs(Path root) {
        this.root = root;
    }

    /// Reads the stream to its end and keeps it under the name, in place of what was there, if it holds exactly `size`
    /// bytes. Tells how many came; it stops counting after the first that is too many.
    public long write(String folder, String name, long size, InputStream bytes) {
        Path draft = root.resolve(folder).resolve(name + DRAFT);
        try {
            OwnerOnly.createFolder(root.resolve(folder));
            Files.deleteIfExists(draft);
            try {
                long received = fill(draft, size, bytes);
                if (received == size) {
                    publish(draft, root.resolve(folder), name);
                }
                return received;
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw fault("cannot write file " + name, e);
        }
    }

    public Path path(String folder, String name) {
        return root.resolve(folder).resolve(name);
    }

    public boolean holds(String folder, String name) {
        return Files.isRegularFile(path(folder, name));
    }

    /// Nothing happens when it is not there.
    public void remove(String folder, String name) {
        try {
            Files.deleteIfExists(path(folder, name));
        } catch (IOException e) {
            throw fault("cannot remove file " + name, e);
        }
    }

    /// Removes what a server that died was still writing. Nobody may be writing now.
    public void clearDrafts() {
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> all = Files.walk(root, 2)) {
            List<Path> drafts = all.filter(path -> path.toString().endsWith(DRAFT)).toList();
            for (Path draft : drafts) {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw fault("cannot look through " + root, e);
        }
    }

    private static long fill(Path draft, long size, InputStream bytes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(OwnerOnly.file(draft), StandardOpenOption.WRITE)) {
            byte[] piece = new byte[PIECE];
            long received = 0;
            for (int count = bytes.read(piece); count >= 0; count = bytes.read(piece)) {
                received += count;
                if (received > size) {
                    return received;
                }
                ByteBuffer left = ByteBuffer.wrap(piece, 0, count);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
            }
            channel.force(true);
            return received;
        }
    }

    private void publish(Path draft, Path folder, String name) throws IOException {
        Files.move(
                draft,
                folder.resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        sync(folder);
        sync(root);
    }

    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder)) {
            channel.force(true);
        }
    }

    private StoreException fault(String what, IOException e) {
        return new StoreException(full() ? Kind.FULL : Kind.FAULT, what, e);
    }

    private boolean full() {
        try {
            return Files.getFileStore(root).getUsableSpace() < PIECE;
        } catch (IOException _) {
            return false;
        }
    }
}
