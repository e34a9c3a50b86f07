package dev.waybill.server.backup;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.store.OwnerOnly;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// An archive that is there. Nobody vouches for what is in it, so every name and every byte is
/// checked.
final class ArchiveReader implements AutoCloseable {
    private static final int MAX_MANIFEST_BYTES = 256 << 20;
    private static final int PIECE = 64 << 10;

    private final Path file;
    private final ZipFile zip;

    ArchiveReader(Path file) throws IOException {
        this.file = file;
        try {
            this.zip = new ZipFile(file.toFile());
        } catch (ZipException | EOFException e) {
            throw new BackupException(file + " is no whole backup: " + e.getMessage());
        }
    }

    Manifest manifest() throws IOException {
        ZipEntry entry = zip.getEntry(Manifest.NAME);
        if (entry == null) {
            throw new BackupException(file + " is no whole backup: it has no " + Manifest.NAME);
        }
        Manifest manifest;
        try (InputStream in = zip.getInputStream(entry)) {
            Json json = new Json(JsonLimits.STORED);
            manifest = json.convert(json.tree(in.readNBytes(MAX_MANIFEST_BYTES)), Manifest.class);
        } catch (JsonFault | ZipException | EOFException e) {
            throw new BackupException(
                    file + " is no whole backup: its " + Manifest.NAME + " cannot be read");
        }
        if (manifest == null) {
            throw new BackupException(
                    file + " is no whole backup: its " + Manifest.NAME + " is empty");
        }
        if (manifest.format() > Manifest.FORMAT) {
            throw new BackupException(
                    "%s has format %d, this Waybill knows %d: use the newer Waybill"
                            .formatted(file, manifest.format(), Manifest.FORMAT));
        }
        return manifest;
    }

    /// Writes the file to its place below the folder, if it is what the manifest says.
    void unpack(Manifest.Entry entry, Path folder) throws IOException {
        if (!Contents.allowed(entry.name())) {
            throw new BackupException(
                    "%s holds '%s', which is no file of a data folder"
                            .formatted(file, entry.name()));
        }
        Path target = folder.resolve(entry.name());
        OwnerOnly.createFolder(Objects.requireNonNull(target.getParent()));
        ZipEntry packed = zip.getEntry(entry.name());
        if (packed == null) {
            throw damaged(entry, "it is missing");
        }
        MessageDigest digest = ArchiveWriter.sha256();
        long bytes;
        try (InputStream in = new DigestInputStream(zip.getInputStream(packed), digest);
                FileChannel channel =
                        FileChannel.open(OwnerOnly.file(target), StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            bytes = copied(in, out, entry.bytes());
            channel.force(true);
        } catch (ZipException | EOFException e) {
            throw damaged(entry, String.valueOf(e.getMessage()));
        }
        if (bytes != entry.bytes()
                || !HexFormat.of().formatHex(digest.digest()).equals(entry.sha256())) {
            throw damaged(entry, "its checksum is another");
        }
    }

    /// Stops after the first byte that is too many, so that a small archive cannot fill a disk.
    private static long copied(InputStream in, OutputStream out, long expected) throws IOException {
        byte[] piece = new byte[PIECE];
        long copied = 0;
        for (int count = in.read(piece); count >= 0 && copied <= expected; count = in.read(piece)) {
            out.write(piece, 0, count);
            copied += count;
        }
        return copied;
    }

    private BackupException damaged(Manifest.Entry entry, String why) {
        return new BackupException("%s is damaged at '%s': %s".formatted(file, entry.name(), why));
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
