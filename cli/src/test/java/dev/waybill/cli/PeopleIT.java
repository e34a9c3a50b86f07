package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.Installation.Running;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person with two terminals: the server in one, everything else in the other.
class PeopleIT {
    @TempDir private Path folder;

    private Installation installation;

    @BeforeEach
    void up() throws IOException {
        Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
        Files.createDirectory(folder.resolve("lib"));
        for (String file : List.of("waybill.jar", "cli.aot", "server.aot")) {
            Files.copy(
                    Path.of("target", file),
                    folder.resolve("lib").resolve(file),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        installation =
                new Installation(folder)
                        .with("XDG_CONFIG_HOME", folder.resolve("config").toString());
        String port =
                String.valueOf(
                        Installation.port(
                                installation.waybill("up", "--port", "0", "--json").document()));
        installation.with("WAYBILL_SERVER_PORT", port);
    }

    @AfterEach
    void kill() throws IOException {
        installation.close();
    }

    @Test
    void the_first_message_needs_no_set_up() throws Exception {
        assertThat(out("send", "#general", "hello")).startsWith("sent to #general as message ");

        assertThat(out("channel", "history", "#general")).contains("operator  hello");
        assertThat(folder.resolve("config")).doesNotExist();
    }

    @Test
    void agents_that_are_registered_can_be_acted_as() throws Exception {
        assertThat(out("agent", "register", "alice")).contains("at_live_");
        out("agent", "register", "bob");

        out("send", "#general", "It is done.", "--as", "alice");
        out("agent", "use", "bob");
        out("send", "#general", "Thanks.");

        assertThat(out("channel", "history", "general"))
                .containsSubsequence("alice  It is done.", "bob  Thanks.");
        assertThat(out("agent", "list")).contains("alice", "bob", "operator");
    }

    @Test
    void another_workspace_on_the_same_server_is_kept_apart() throws Exception {
        out("send", "#general", "in the first");
        out("workspace", "create", "acme");
        out("agent", "register", "carol");
        out("send", "#general", "in acme");

        assertThat(out("channel", "history", "general"))
                .contains("in acme")
                .doesNotContain("in the first");
        assertThat(out("workspace", "show")).contains("acme").doesNotContain("rk_live_");
        assertThat(out("workspace", "list")).contains("acme", "carol");
    }

    @Test
    void a_channel_has_a_topic_and_members() throws Exception {
        out("agent", "register", "alice");
        out("channel", "create", "releases", "--topic", "What ships when");
        out("channel", "invite", "#releases", "alice");
        out("channel", "topic", "#releases", "Version 2 on Friday");
        out("channel", "mute", "releases", "--as", "alice");

        assertThat(out("channel", "list")).contains("releases", "Version 2 on Friday");
        assertThat(out("channel", "members", "releases")).contains("operator", "alice", "true");

        out("channel", "leave", "releases", "--as", "alice");
        assertThat(out("channel", "show", "releases")).doesNotContain("alice");
        out("channel", "archive", "releases");
        assertThat(out("channel", "list")).doesNotContain("releases");
    }

    @Test
    void a_workspace_and_its_agents_can_be_changed() throws Exception {
        out("agent", "register", "alice");
        out("agent", "rotate", "alice");
        out("send", "#general", "with the new token", "--as", "alice");
        out("workspace", "rename", "Acme Europe");

        assertThat(out("workspace", "show")).contains("Acme Europe");
        assertThat(out("agent", "presence")).contains("alice");
        assertThat(out("agent", "remove", "alice")).contains("is removed");
        assertThat(out("agent", "list")).doesNotContain("alice");
    }

    @Test
    void a_mistake_is_told_with_the_code_of_the_server() throws Exception {
        Running wrong = installation.waybill("channel", "history", "nowhere");

        assertThat(wrong.exitCode()).isEqualTo(ExitCode.FAILURE.code());
        assertThat(wrong.err()).contains("channel_not_found");
    }

    private String out(String... words) throws Exception {
        Running running = installation.waybill(words);
        String out = running.output();
        assertThat(running.exitCode()).as(running.err()).isEqualTo(ExitCode.OK.code());
        assertThat(running.err()).isEmpty();
        return out;
    }
}
