package dev.waybill.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.TestServer;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Backups of a server that is at work, and what becomes of them.
class BackupTest {
    private static final int SENDERS = 8;

    /// One byte alone may be the time of an entry, which means nothing.
    private static final int FLIPPED = 16;

    @TempDir private static Path shared;
    @TempDir private Path folder;

    private static TestServer server;
    private static String sender;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start(shared);
        sender = server.agent("sender");
        server.agent("bob");
        upload();
        send("first");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_backup_under_load_holds_everything_that_was_acknowledged_before_it_began() {
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        Set<String> before = new HashSet<>();
        AtomicBoolean over = new AtomicBoolean();
        Backup.Written written;
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SENDERS; i++) {
                String name = "sender-" + i + "-";
                senders.execute(() -> sendUntil(over, name, acknowledged));
            }
            while (acknowledged.size() < 200) {
                LockSupport.parkNanos(1_000_000);
            }
            before.addAll(acknowledged);
            written = backup(folder.resolve("a.zip"));
            over.set(true);
        }

        Restore.Restored restored = new Restore(written.file()).into(data(), false);

        assertThat(texts(data())).containsAll(before);
        assertThat(acknowledged).as("sent meanwhile").hasSizeGreaterThan(before.size());
        assertThat(restored.before()).isEmpty();
        assertThat(restored.manifest().files()).isEqualTo(1);
        assertThat(verified(data())).allMatch(Finding::holds).hasSize(Verification.size());
    }

    @Test
    void a_folder_gets_a_backup_with_a_name_of_its_own_which_only_its_owner_may_read()
            throws IOException {
        Path file = backup(folder).file();

        assertThat(file.getFileName().toString()).matches("waybill-\\d{8}T\\d{6}Z\\.zip");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).as("nothing else is left").containsExactly(file);
        }
    }

    @Test
    void a_file_that_is_there_is_not_overwritten() throws IOException {
        Path file = Files.writeString(folder.resolve("a.zip"), "precious");

        BackupException refusal = catchThrowableOfType(BackupException.class, () -> backup(file));

        assertThat(refusal).hasMessageContaining("is there already");
        assertThat(file).hasContent("precious");
    }

    @Test
    void secrets_may_be_left_out() {
        Path file = folder.resolve("a.zip");
        new Backup(source(), InstantSource.system(), "test").write(file, false);

        new Restore(file).into(data(), false);

        assertThat(data().resolve("keys.json")).doesNotExist();
        assertThat(data().resolve("waybill.db")).exists();
    }

    @Test
    void a_folder_with_something_in_it_is_refused_unless_that_is_wanted() throws IOException {
        Path archive = backup(folder.resolve("a.zip")).file();
        Files.createDirectories(data());
        Files.writeString(data().resolve("waybill.db"), "of before", UTF_8);

        BackupException refusal =
                catchThrowableOfType(
                        BackupException.class, () -> new Restore(archive).into(data(), false));
        assertThat(refusal).hasMessageContaining("is not empty").hasMessageContaining("--force");
        assertThat(data().resolve("waybill.db")).hasContent("of before");

        Path before = new Restore(archive).into(data(), true).before().orElseThrow();
        assertThat(before.resolve("waybill.db")).hasContent("of before");
        assertThat(texts(data())).contains("first");
    }

    @Test
    void settings_stay_and_so_do_secrets_of_which_the_archive_has_none() throws IOException {
        Path archive = folder.resolve("a.zip");
        new Backup(source(), InstantSource.system(), "test").write(archive, false);
        Files.createDirectories(data());
        Files.writeString(data().resolve("waybill.toml"), "# mine", UTF_8);
        Files.writeString(data().resolve("credentials.key"), "secret", UTF_8);
        Files.writeString(data().resolve("waybill.db"), "of before", UTF_8);

        Path before = new Restore(archive).into(data(), true).before().orElseThrow();

        assertThat(data().resolve("waybill.toml")).hasContent("# mine");
        assertThat(data().resolve("credentials.key")).hasContent("secret");
        assertThat(before)
                .isDirectoryContaining("glob:**waybill.db")
                .isDirectoryNotContaining("glob:**key");
    }

    @Test
    void what_is_not_as_it_should_be_is_told_and_restored_all_the_same() throws Exception {
        new Restore(backup(folder.resolve("a.zip")).file()).into(data(), false);
        Path upload = data().resolve("files");
        try (Stream<Path> all = Files.walk(upload)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Files.writeString(file, "changed", UTF_8);
            }
        }
        Path archive = folder.resolve("b.zip");
        new Backup(data(), InstantSource.system(), "test").write(archive, true);

        Restore.Restored restored = new Restore(archive).into(folder.resolve("again"), false);

        assertThat(restored.doubts()).singleElement().asString().startsWith("files.kept: ");
        assertThat(texts(folder.resolve("again"))).contains("first");
    }

    @Test
    void no_server_starts_where_a_restore_was_interrupted() throws IOException {
        Files.createDirectories(data());
        Files.createFile(data().resolve(DataFolder.UNFINISHED));

        try (DataFolder claimed = DataFolder.open(data())) {
            assertThatThrownBy(claimed::requireWhole)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("was interrupted")
                    .hasMessageContaining("--force " + data());
        }
    }

    @Test
    void what_was_moved_is_taken_back_when_not_all_can_be() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), "1", UTF_8);
        Path other = folder.resolve("other");
        Moves moves = new Moves();
        moves.move(one, other);

        assertThatThrownBy(() -> moves.move(folder.resolve("none"), folder.resolve("x")))
                .isInstanceOf(NoSuchFileException.class);
        moves.takeBack();

        assertThat(one).hasContent("1");
        assertThat(other).doesNotExist();
    }

    @Test
    void a_folder_that_a_server_uses_is_refused() {
        Path archive = backup(folder.resolve("a.zip")).file();

        StoreException refusal =
                catchThrowableOfType(
                        StoreException.class, () -> new Restore(archive).into(source(), true));

        assertThat(refusal.kind()).isEqualTo(StoreException.Kind.IN_USE);
    }

    @Test
    void an_archive_that_was_changed_or_cut_is_refused_and_nothing_is_written() throws IOException {
        byte[] whole = Files.readAllBytes(backup(folder.resolve("a.zip")).file());
        for (int place : new int[] {200, whole.length / 4, whole.length / 2}) {
            byte[] flipped = whole.clone();
            for (int i = place; i < place + FLIPPED; i++) {
                flipped[i] ^= 0x10;
            }
            assertRefused(flipped);
        }
        assertRefused(Arrays.copyOf(whole, whole.length - 100));
    }

    private void assertRefused(byte[] archive) throws IOException {
        Path file = Files.write(folder.resolve("bad.zip"), archive);

        RuntimeException refusal =
                catchThrowableOfType(
                        RuntimeException.class, () -> new Restore(file).into(data(), false));

        assertThat(refusal).isInstanceOf(BackupException.class);
        try (Stream<Path> left = Files.list(data())) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactly("waybill.lock");
        }
    }

    private static void sendUntil(AtomicBoolean over, String name, Set<String> acknowledged) {
        for (int i = 0; !over.get(); i++) {
            send(name + i);
            acknowledged.add(name + i);
        }
    }

    private static void send(String text) {
        assertThat(
                        server.post("/v1/dm", sender, "{\"to\":\"bob\",\"text\":\"" + text + "\"}")
                                .status())
                .isEqualTo(201);
    }

    private static void upload() throws Exception {
        TestServer.Reply announced =
                server.post(
                        "/v1/files/upload",
                        sender,
                        "{\"filename\":\"a.txt\",\"content_type\":\"text/plain\",\"size_bytes\":5}");
        URI address = URI.create(announced.data().path("upload_url").asString());
        try (HttpClient http = HttpClient.newHttpClient()) {
            http.send(
                    HttpRequest.newBuilder(address)
                            .PUT(HttpRequest.BodyPublishers.ofString("hello"))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        }
        String id = announced.data().path("id").asString();
        assertThat(server.post("/v1/files/" + id + "/complete", sender, "{}").status())
                .isEqualTo(200);
    }

    private static Backup.Written backup(Path target) {
        return new Backup(source(), InstantSource.system(), "test").write(target, true);
    }

    private static Path source() {
        return shared.resolve("data");
    }

    private Path data() {
        return folder.resolve("restored");
    }

    private static List<Finding> verified(Path data) {
        return new Verification(StoreConfig.DEFAULTS, data).run(_ -> {});
    }

    private static Set<String> texts(Path data) {
        try (Inspection inspection = Inspection.open(StoreConfig.DEFAULTS, data)) {
            return Collections.unmodifiableSet(
                    new HashSet<>(
                            inspection.read(
                                    tx ->
                                            tx.list(
                                                    "select text from message",
                                                    row -> row.text(1)))));
        }
    }
}
