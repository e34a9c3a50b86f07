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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// Files of any size in the data folder. Each is there whole and durable, or not at all; none is ever whole in memory.
public final class Blobs {
    /// Where uploaded files lie in the data folder.
    public static final String UPLOADS = "files";

    private static final String DRAFT = ".draft";
    private static final int PIECE = 64 << 10;

    private final Path root;

    /// How many bytes came, and their SHA-256 in hexadecimal.
    public record Received(long bytes, String sha256) {}

    Blobs(Path root) {
        this.root = root;
    }

    /// Reads the stream to its end and keeps it under the name, in place of what was there, if it holds exactly `size`
    /// bytes. Tells what came; it stops counting after the first byte that is too many.
    public Received write(String folder, String name, long size, InputStream bytes) {
        Path draft = root.resolve(folder).resolve(name + DRAFT);
        try {
            OwnerOnly.createFolder(root.resolve(folder));
            Files.deleteIfExists(draft);
            try {
                Received received = fill(draft, size, bytes);
                if (received.bytes() == size) {
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

    private static Received fill(Path draft, long size, InputStream bytes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(OwnerOnly.file(draft), StandardOpenOption.WRITE)) {
            MessageDigest digest = digest();
            byte[] piece = new byte[PIECE];
            long received = 0;
            for (int count = bytes.read(piece); count >= 0; count = bytes.read(piece)) {
                received += count;
                if (received > size) {
                    return new Received(received, "");
                }
                digest.update(piece, 0, count);
                ByteBuffer left = ByteBuffer.wrap(piece, 0, count);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
            }
            channel.force(true);
            return new Received(received, HexFormat.of().formatHex(digest.digest()));
        }
    }

    /// The digest of a file, as [Received] has it.
    public static String sha256(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] piece = new byte[PIECE];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                digest.update(piece, 0, count);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
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
