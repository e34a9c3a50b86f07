package dev.waybill.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives that nobody should restore, and somebody is sent.
class HostileArchiveTest {
    private static final String MANIFEST =
            """
            {"format":1,"version":"0.1.0","created_at":"2026-11-16T08:00:00Z","schema":6,"messages":0,"deliveries":0,
             "entries":[{"name":"%s","bytes":%d,"sha256":"%s"}]}
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "../../evil",
                "/tmp/evil",
                "files/../../evil",
                "files/1/../../../evil",
                "files/1/2/3",
                "files//1",
                "files\\\\1\\\\2",
                "C:\\\\evil",
                "waybill.db/../../evil",
                "",
                "."
            })
    void nothing_is_written_beside_the_data_folder(String name) throws IOException {
        Path archive = archive(name.replace("\\\\", "\\"), MANIFEST.formatted(name, 4, "0"), 4);

        assertThatThrownBy(() -> new Restore(archive).into(folder.resolve("a/data"), false))
                .isInstanceOf(BackupException.class);
        assertThat(folder.resolve("evil")).doesNotExist();
        assertThat(folder.resolve("a/evil")).doesNotExist();
    }

    @Test
    void a_small_archive_does_not_fill_the_disk() throws IOException {
        Path archive = archive("waybill.db", MANIFEST.formatted("waybill.db", 10, "0"), 300 << 20);
        assertThat(Files.size(archive)).isLessThan(1 << 20);

        try (ArchiveReader reader = new ArchiveReader(archive)) {
            Manifest.Entry entry = reader.manifest().entries().getFirst();

            assertThatThrownBy(() -> reader.unpack(entry, folder.resolve("data")))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("checksum");
        }

        assertThat(Files.size(folder.resolve("data/waybill.db"))).isLessThan(1 << 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "[]", "{}", "1", "{\"entries\":[null]}", "", "{\"format\":1e9}"})
    void a_manifest_that_is_none_is_refused(String manifest) throws IOException {
        Path archive = archive("waybill.db", manifest, 4);

        assertThatThrownBy(() -> new Restore(archive).into(folder.resolve("data"), false))
                .isInstanceOf(BackupException.class);
    }

    private Path archive(String name, String manifest, int zeros) throws IOException {
        Path file = folder.resolve("hostile.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(Manifest.NAME));
            zip.write(manifest.getBytes(UTF_8));
            zip.putNextEntry(new ZipEntry(name));
            byte[] piece = new byte[Math.min(zeros, 1 << 20)];
            for (int written = 0; written < zeros; written += piece.length) {
                zip.write(piece);
            }
        }
        return file;
    }
}
