package dev.waybill.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.store.OwnerOnly;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// An archive that is being written, readable by its owner only.
final class ArchiveWriter implements AutoCloseable {
    private final FileChannel channel;
    private final ZipOutputStream zip;

    ArchiveWriter(Path file) throws IOException {
        this.channel = FileChannel.open(OwnerOnly.file(file), StandardOpenOption.WRITE);
        this.zip = new ZipOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
        zip.setLevel(Deflater.BEST_SPEED);
    }

    Manifest.Entry add(String name, Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            zip.putNextEntry(new ZipEntry(name));
            long bytes = in.transferTo(zip);
            zip.closeEntry();
            return new Manifest.Entry(name, bytes, HexFormat.of().formatHex(digest.digest()));
        }
    }

    /// What is in it comes last, and then everything is on the disk.
    void finish(Manifest manifest) throws IOException {
        zip.putNextEntry(new ZipEntry(Manifest.NAME));
        zip.write(new Json(JsonLimits.STORED).text(manifest).getBytes(UTF_8));
        zip.closeEntry();
        zip.finish();
        zip.flush();
        channel.force(true);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
