package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.contentOf;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir private Path temp;

    @Test
    void a_folder_used_by_another_process_is_refused_with_its_pid_and_name() throws Exception {
        try (TestStore store = TestStore.open(TestEngine.SQLITE, temp, StoreConfig.DEFAULTS)) {
            store.database()
                    .write(tx -> tx.execute("create table left_half (n bigint primary key)"));
            store.database()
                    .write(tx -> tx.execute("create table right_half (n bigint primary key)"));
        }
        Process other = ChildJvm.start(CrashingWriter.class, temp.toString(), "1", List.of());
        try (BufferedReader out = other.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");

            StoreException refusal =
                    catchThrowableOfType(StoreException.class, () -> DataFolder.open(temp));

            assertThat(refusal.kind()).isEqualTo(Kind.IN_USE);
            assertThat(refusal)
                    .hasMessageContaining("pid " + other.pid())
                    .hasMessageContaining(temp.toString());
        } finally {
            other.destroyForcibly().waitFor();
        }

        DataFolder.open(temp).close();
    }

    @Test
    void a_folder_used_by_this_process_is_refused_too_and_stays_locked_for_others()
            throws Exception {
        try (DataFolder first = DataFolder.open(temp)) {
            assertThatThrownBy(() -> DataFolder.open(first.path()))
                    .hasMessageContaining("pid " + ProcessHandle.current().pid());

            Process other = ChildJvm.start(CrashingWriter.class, temp.toString(), "1", List.of());
            try (BufferedReader out = other.inputReader()) {
                assertThat(out.readLine()).as("what a server that got the folder prints").isNull();
            }
            assertThat(other.waitFor()).isNotZero();
        }

        DataFolder.open(temp).close();
    }

    @Test
    void a_secret_is_never_overwritten() throws Exception {
        try (DataFolder folder = DataFolder.open(temp)) {
            folder.writeSecret("keys.json", new byte[] {'1'});
            folder.writeSecret("keys.json", new byte[] {'2'});
        }

        assertThat(temp.resolve("keys.json")).hasContent("2");
        assertThat(temp)
                .isDirectoryContaining(
                        file ->
                                file.getFileName().toString().startsWith("keys.json.")
                                        && contentOf(file.toFile()).equals("1"));
    }

    @Test
    void the_folder_and_its_secrets_belong_to_their_owner_alone() throws Exception {
        Path path = temp.resolve("new");

        try (TestStore store = TestStore.open(TestEngine.SQLITE, path, StoreConfig.DEFAULTS)) {
            store.folder().writeSecret("keys.json", new byte[] {'{', '}'});

            assertThat(permissions(path)).isEqualTo("rwx------");
            assertThat(permissions(path.resolve("keys.json"))).isEqualTo("rw-------");
            assertThat(permissions(path.resolve("waybill.db"))).isEqualTo("rw-------");
            assertThat(permissions(path.resolve("waybill.lock"))).isEqualTo("rw-------");
            assertThat(permissions(path.resolve("waybill.pid"))).isEqualTo("rw-------");
            assertThat(permissions(path.resolve("waybill.db-wal"))).isEqualTo("rw-------");
        }
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
