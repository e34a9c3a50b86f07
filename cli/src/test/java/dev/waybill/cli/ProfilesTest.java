package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which server a command goes to and on whose behalf.
class ProfilesTest {
    @TempDir private Path folder;

    private final RecordingServer server = new RecordingServer();
    private final RecordingServer other = new RecordingServer();

    @AfterEach
    void stop() {
        server.close();
        other.close();
    }

    private Shell shell() {
        return new Shell()
                .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                .with("WAYBILL_SERVER_DATA", folder.resolve("data").toString());
    }

    private Path file() {
        return folder.resolve("config/waybill/profiles.json");
    }

    private void createAcme() {
        server.answering("{\"workspace_id\":\"1\",\"api_key\":\"rk_live_acme\"}");
        assertThat(shell().run("workspace", "create", "acme", "--url", server.url()))
                .isEqualTo(ExitCode.OK);
    }

    private void registerAlice() {
        server.answering("{\"id\":\"2\",\"name\":\"alice\",\"token\":\"at_live_alice\"}");
        assertThat(shell().run("agent", "register", "alice")).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_new_workspace_is_used_from_then_on() {
        createAcme();

        shell().run("agent", "list");

        assertThat(server.last().line()).isEqualTo("GET /v1/agents");
        assertThat(server.last().bearer()).isEqualTo("Bearer rk_live_acme");
    }

    @Test
    void a_new_agent_is_acted_as_from_then_on() {
        createAcme();
        registerAlice();

        shell().run("send", "#general", "hello");

        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_alice");
    }

    @Test
    void secrets_are_kept_for_their_owner_alone() throws IOException {
        createAcme();
        registerAlice();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
        assertThat(file()).content().contains("rk_live_acme", "at_live_alice");
        assertThat(file().resolveSibling("profiles.json.new")).doesNotExist();
    }

    @Test
    void a_file_that_others_could_read_is_not_so_after_a_change() throws IOException {
        createAcme();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));

        registerAlice();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void secrets_are_shown_when_they_are_made_and_later_only_on_request() {
        server.answering("{\"workspace_id\":\"1\",\"api_key\":\"rk_live_acme\"}");
        Shell first = shell();
        first.run("workspace", "create", "acme", "--url", server.url());
        Shell later = shell();
        later.run("workspace", "list");
        Shell asked = shell();
        asked.run("workspace", "list", "--show-secrets", "--json");

        assertThat(first.out()).contains("rk_live_acme");
        assertThat(later.out()).contains("acme", server.url()).doesNotContain("rk_live");
        assertThat(asked.json().get(0).get("workspace_key").asString()).isEqualTo("rk_live_acme");
    }

    @Test
    void options_win_over_the_environment_and_that_over_the_profile() {
        createAcme();
        registerAlice();

        shell().with("WAYBILL_TOKEN", "at_live_env").run("inbox");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_env");

        shell().with("WAYBILL_TOKEN", "at_live_env").run("inbox", "--token", "at_live_flag");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_flag");

        shell().with("WAYBILL_TOKEN", "at_live_env").run("inbox", "--as", "alice");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_alice");

        shell().with("WAYBILL_KEY", "rk_live_env").run("agent", "list");
        assertThat(server.last().bearer()).isEqualTo("Bearer rk_live_env");

        shell().with("WAYBILL_KEY", "rk_live_env").run("agent", "list", "--key", "rk_live_flag");
        assertThat(server.last().bearer()).isEqualTo("Bearer rk_live_flag");
    }

    @Test
    void a_profile_tells_its_secrets_to_its_own_server_only() {
        createAcme();

        assertThat(shell().run("agent", "list", "--url", other.url())).isEqualTo(ExitCode.FAILURE);

        assertThat(other.asked()).isEmpty();
    }

    @Test
    void profiles_can_be_added_and_switched() {
        createAcme();
        other.answering("{\"id\":\"9\",\"name\":\"umbrella\"}");
        Shell adding = shell().typing("rk_live_umbrella\n");
        assertThat(adding.run("workspace", "add", "u", "--url", other.url(), "--key", "-"))
                .as(adding::err)
                .isEqualTo(ExitCode.OK);

        shell().run("agent", "list");
        assertThat(other.last().bearer()).isEqualTo("Bearer rk_live_umbrella");

        shell().run("agent", "list", "--profile", "acme");
        assertThat(server.last().bearer()).isEqualTo("Bearer rk_live_acme");

        shell().with("WAYBILL_PROFILE", "acme").run("agent", "show", "x");
        assertThat(server.last().line()).isEqualTo("GET /v1/agents/x");

        shell().run("workspace", "use", "acme");
        shell().run("agent", "show", "y");
        assertThat(server.last().line()).isEqualTo("GET /v1/agents/y");
    }

    @Test
    void a_profile_is_not_overwritten_but_can_be_forgotten() throws IOException {
        createAcme();
        Shell again = shell();

        assertThat(again.run("workspace", "create", "acme", "--url", server.url()))
                .isEqualTo(ExitCode.FAILURE);
        assertThat(again.err()).contains("workspace forget acme");
        assertThat(server.asked()).hasSize(1);

        assertThat(shell().run("workspace", "forget", "acme")).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file())).doesNotContain("rk_live_acme");
    }

    @Test
    void an_unknown_profile_or_agent_is_named() {
        createAcme();
        Shell profile = shell();
        Shell agent = shell();

        assertThat(profile.run("agent", "list", "--profile", "nope")).isEqualTo(ExitCode.FAILURE);
        assertThat(agent.run("inbox", "--as", "nobody")).isEqualTo(ExitCode.FAILURE);

        assertThat(profile.err()).contains("'nope'", "workspace list");
        assertThat(agent.err()).contains("nobody", "agent register nobody");
    }

    @Test
    void another_agent_can_be_acted_as() {
        createAcme();
        registerAlice();
        server.answering("{\"name\":\"bob\",\"token\":\"at_live_bob\"}");
        shell().run("agent", "rotate", "bob");

        shell().run("inbox");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_alice");

        shell().run("agent", "use", "bob");
        shell().run("inbox");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_bob");

        shell().run("agent", "remove", "bob");
        Shell gone = shell();
        assertThat(gone.run("agent", "use", "bob")).isEqualTo(ExitCode.FAILURE);
    }

    @Test
    void the_keys_of_a_server_in_this_folder_work_without_a_profile() throws IOException {
        localKeys();
        Shell shell = local();

        shell.run("send", "#general", "hello");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_first");

        local().run("agent", "list");
        assertThat(server.last().bearer()).isEqualTo("Bearer rk_live_first");
        assertThat(file()).doesNotExist();
    }

    @Test
    void a_token_made_with_the_keys_of_this_folder_begins_a_profile() throws IOException {
        localKeys();
        server.answering("{\"name\":\"alice\",\"token\":\"at_live_alice\"}");
        local().run("agent", "register", "alice");

        local().run("inbox");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_first");

        local().run("inbox", "--as", "alice");
        assertThat(server.last().bearer()).isEqualTo("Bearer at_live_alice");

        assertThat(file()).content().contains("default", "rk_live_first");
    }

    @Test
    void the_keys_of_this_folder_stay_on_this_machine() throws IOException {
        localKeys();
        Shell away = shell();

        assertThat(away.run("inbox", "--url", "http://relay.invalid")).isEqualTo(ExitCode.FAILURE);

        assertThat(away.err()).contains("no agent to act as at http://relay.invalid");
    }

    @Test
    void a_file_that_holds_no_profiles_is_named() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "{\"profiles\":[");
        Shell shell = shell();

        assertThat(shell.run("inbox")).isEqualTo(ExitCode.CONFIGURATION);

        assertThat(shell.err()).contains(file().toString());
    }

    private Shell local() {
        String port = server.url().substring(server.url().lastIndexOf(':') + 1);
        return shell().with("WAYBILL_SERVER_PORT", port);
    }

    private void localKeys() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(
                folder.resolve("data/keys.json"),
                """
                {"workspace":"default","workspace_key":"rk_live_first","agent":"operator","agent_token":"at_live_first"}
                """);
    }
}
