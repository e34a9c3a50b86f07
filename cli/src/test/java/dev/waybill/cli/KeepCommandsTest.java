package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `verify`, `backup` and `restore` as a person uses them.
class KeepCommandsTest {
    private static final String POSTGRES = "postgresql://me:hidden-word@127.0.0.1:1/x";

    @TempDir private static Path shared;
    @TempDir private Path folder;

    private final Shell shell = new Shell();

    @BeforeAll
    static void start() {
        Shell server = new Shell(EmbeddedServer::start);
        assertThat(server.run("serve", "--port", "0", "--data", data())).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_sound_folder_is_success_and_each_check_is_told() {
        assertThat(shell.run("verify", "--data", data())).isEqualTo(ExitCode.OK);

        assertThat(shell.out())
                .contains("ok    store.sound", "ok    delivery.cursors", "ok    files.kept")
                .contains("Sound: all ")
                .doesNotContain("fail  ");
    }

    @Test
    void as_json_it_is_one_document() {
        shell.run("verify", "--json", "--data", data());

        assertThat(shell.json().get("sound").asBoolean()).isTrue();
        assertThat(shell.json().at("/findings/0/name").asString()).isEqualTo("store.sound");
    }

    @Test
    void a_damaged_file_is_a_failure_that_says_so() throws IOException {
        byte[] database = Files.readAllBytes(Path.of(data(), "waybill.db"));
        Arrays.fill(database, 4096, 3 * 4096, (byte) 0x55);
        Files.write(folder.resolve("waybill.db"), database);

        assertThat(shell.run("verify", "--data", folder.toString())).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.out()).contains("fail  store.sound", "Not sound: 1 of 1", "not looked at");
    }

    @Test
    void a_folder_without_a_database_is_a_failure() {
        assertThat(shell.run("verify", "--data", folder.toString())).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err()).contains("there is no database");
    }

    @Test
    void a_backup_is_restored_and_what_was_restored_is_told() {
        String archive = folder.resolve("a.zip").toString();
        String target = folder.resolve("new").toString();

        assertThat(shell.run("backup", archive, "--data", data())).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("Wrote " + archive, " messages");

        assertThat(shell.run("restore", archive, "--data", target)).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("Restored to " + target, "All checks hold");
        assertThat(shell.run("verify", "--data", target)).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_folder_has_to_be_named_twice_to_be_replaced() {
        String archive = folder.resolve("a.zip").toString();
        String target = folder.resolve("new").toString();
        shell.run("backup", archive, "--data", data());
        shell.run("restore", archive, "--data", target);

        assertThat(shell.run("restore", archive, "--data", target)).isEqualTo(ExitCode.FAILURE);
        assertThat(shell.err()).contains("is not empty", "--force " + target);
        assertThat(shell.run("restore", archive, "--data", target, "--force", data()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(shell.run("restore", archive, "--data", target, "--force", target))
                .isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("What was there before is in ");
    }

    @Test
    void with_postgresql_people_are_told_what_to_use_instead() {
        assertThat(shell.run("backup", "a.zip", "--data", data(), "--database", POSTGRES))
                .isEqualTo(ExitCode.FAILURE);
        assertThat(shell.run("restore", "a.zip", "--data", data(), "--database", POSTGRES))
                .isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err())
                .contains("pg_dump", "files", "pg_restore")
                .doesNotContain("hidden-word");
    }

    private static String data() {
        return shared.resolve("data").toString();
    }
}
