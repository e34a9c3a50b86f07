package dev.waybill.server.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Archives that somebody wants restored: bytes that may be one, and a manifest in one that is.
class ArchiveFuzzTest {
    private static final Path PLACE = place();
    private static final Path FILE = PLACE.resolve("backup.zip");
    private static final Path FOLDER = PLACE.resolve("restored");

    @FuzzTest
    void an_archive_is_unpacked_or_refused(byte[] data) {
        Proportion.kept(
                data.length,
                () -> {
                    try {
                        Files.write(FILE, data);
                        unpack();
                        pack(data);
                        unpack();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    private static void pack(byte[] manifest) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(FILE))) {
            for (String name : List.of(Manifest.NAME, "waybill.db", "files/1/2", "../x")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(manifest);
                zip.closeEntry();
            }
        }
    }

    private static void unpack() throws IOException {
        try (ArchiveReader archive = new ArchiveReader(FILE)) {
            for (Manifest.Entry entry : archive.manifest().entries()) {
                Files.createDirectories(FOLDER);
                archive.unpack(entry, FOLDER);
                assertThat(FOLDER.resolve(entry.name()).normalize()).startsWith(FOLDER);
            }
        } catch (BackupException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    private static Path place() {
        try {
            return Files.createTempDirectory("archive-fuzz");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
