package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Fills a small file system under a running store. Needs the right to mount one, which root has.
@Timeout(120)
class DiskFullTest {
    @TempDir private Path temp;
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(temp.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk.toString()) == 0,
                "skipped: mounting a small file system needs root");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    @Test
    void writers_are_told_readers_go_on_and_writing_resumes_when_there_is_space() throws Exception {
        try (TestStore store =
                TestStore.open(TestEngine.SQLITE, disk.resolve("data"), StoreConfig.DEFAULTS)) {
            store.database().write(tx -> TestStore.insert(tx, 1, "before"));
            Path filler = fillDisk();

            StoreException failure = writeUntilRefused(store.database());

            assertThat(failure.kind()).isEqualTo(Kind.FULL);
            assertThat(failure.retryable()).isTrue();
            assertThat(failure).hasMessageContaining("full");
            assertThat(store.texts()).startsWith("before");
            assertThat(store.texts()).doesNotContain("refused");

            Files.delete(filler);
            store.database().write(tx -> TestStore.insert(tx, 1_000_000, "after"));
            assertThat(store.texts()).endsWith("after");
        }
    }

    /// The log has room for a few pages left, so small writes may pass at first.
    private static StoreException writeUntilRefused(Database database) {
        for (long id = 2; id < 10_000; id++) {
            long next = id;
            StoreException failure =
                    catchThrowableOfType(
                            StoreException.class,
                            () ->
                                    database.write(
                                            tx -> TestStore.insert(tx, next, "x".repeat(20_000))));
            if (failure != null) {
                return failure;
            }
        }
        throw new AssertionError("the disk never filled up");
    }

    private Path fillDisk() throws IOException {
        Path filler = disk.resolve("filler");
        byte[] block = new byte[64 << 10];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException _) {
            return filler;
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }
}
