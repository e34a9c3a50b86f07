package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteEngineTest {
    @TempDir private Path temp;

    @Test
    void a_damaged_page_is_refused_with_the_way_out_and_nothing_is_touched() throws Exception {
        Path file = filled();
        overwrite(file, 3 * 8192L, 4096);

        assertRefusedUntouched(file);
    }

    @Test
    void a_file_that_is_no_database_is_refused_and_not_touched() throws Exception {
        Path file = filled();
        overwrite(file, 0, 100);

        assertRefusedUntouched(file);
    }

    @Test
    void a_truncated_file_is_refused_and_not_touched() throws Exception {
        Path file = filled();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }

        assertRefusedUntouched(file);
    }

    @Test
    void a_schema_from_the_future_is_refused() {
        try (TestStore store = TestStore.open(data(), StoreConfig.DEFAULTS)) {
            store.database().write(tx -> tx.execute("update schema_history set version = '999'"));
        }

        StoreException refusal =
                catchThrowableOfType(
                        StoreException.class, () -> TestStore.open(data(), StoreConfig.DEFAULTS));

        assertThat(refusal.kind()).isEqualTo(Kind.TOO_NEW);
        assertThat(refusal)
                .hasMessageContaining("999")
                .hasMessageContaining(Integer.toString(Migrations.LATEST));
    }

    @Test
    void the_data_survives_a_restart_without_migrating_again() {
        try (TestStore store = TestStore.open(TestEngine.SQLITE, data(), StoreConfig.DEFAULTS)) {
            store.database().write(tx -> TestStore.insert(tx, 1, "one"));
        }

        try (TestStore store = TestStore.open(data(), StoreConfig.DEFAULTS)) {
            assertThat(store.texts()).containsExactly("one");
        }
    }

    /// Native calls hold on to their thread: on a virtual one, a few of them would stop all the others.
    @Test
    void native_calls_never_run_on_a_virtual_thread() throws Exception {
        try (TestStore store = TestStore.open(data(), StoreConfig.DEFAULTS)) {
            Future<Boolean> writing =
                    store.callers()
                            .submit(
                                    () ->
                                            store.database()
                                                    .write(
                                                            _ ->
                                                                    Thread.currentThread()
                                                                            .isVirtual()));
            Future<Boolean> reading =
                    store.callers()
                            .submit(
                                    () ->
                                            store.database()
                                                    .read(_ -> Thread.currentThread().isVirtual()));

            assertThat(writing.get()).isFalse();
            assertThat(reading.get()).isFalse();
        }
    }

    private void assertRefusedUntouched(Path file) throws IOException {
        Map<String, ByteBuffer> before = contents();

        StoreException refusal =
                catchThrowableOfType(
                        StoreException.class, () -> TestStore.open(data(), StoreConfig.DEFAULTS));

        assertThat(refusal.kind()).isEqualTo(Kind.CORRUPT);
        assertThat(refusal).hasMessageContaining(file.toString()).hasMessageContaining(".recover");
        assertThat(contents()).isEqualTo(before).containsKey("waybill.db-wal");
    }

    /// A database as a crash leaves it: some of its data in the file, some still in the log.
    private Path filled() throws IOException {
        Path origin = temp.resolve("origin");
        try (TestStore store = TestStore.open(TestEngine.SQLITE, origin, StoreConfig.DEFAULTS)) {
            store.database()
                    .write(
                            tx ->
                                    IntStream.range(0, 500)
                                            .map(i -> TestStore.insert(tx, i, "x".repeat(500)))
                                            .sum());
        }
        try (TestStore store = TestStore.open(origin, StoreConfig.DEFAULTS)) {
            store.database().write(tx -> TestStore.insert(tx, 1000, "in the log"));
            Files.createDirectories(data());
            for (String name : List.of("waybill.db", "waybill.db-wal")) {
                Files.copy(origin.resolve(name), data().resolve(name));
            }
        }
        return data().resolve("waybill.db");
    }

    private Path data() {
        return temp.resolve("data");
    }

    private static void overwrite(Path file, long from, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[bytes]), from);
        }
    }

    private Map<String, ByteBuffer> contents() throws IOException {
        Map<String, ByteBuffer> contents = new TreeMap<>();
        try (var files = Files.list(data())) {
            for (Path file :
                    files.filter(f -> f.getFileName().toString().startsWith("waybill.db"))
                            .toList()) {
                if (!file.toString().endsWith("-shm")) {
                    contents.put(
                            file.getFileName().toString(),
                            ByteBuffer.wrap(Files.readAllBytes(file)));
                }
            }
        }
        return contents;
    }
}
