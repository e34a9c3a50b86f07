package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.Installation.Running;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// A person with two terminals: the server in one, everything else in the other. `PeopleTest` has the rest of what they do.
@Execution(ExecutionMode.CONCURRENT)
class PeopleIT {
    @TempDir private Path folder;

    private Installation installation;

    @BeforeEach
    void up() throws IOException {
        Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
        Files.createDirectory(folder.resolve("lib"));
        for (String file : List.of("waybill.jar", "cli.aot", "server.aot")) {
            Files.createSymbolicLink(
                    folder.resolve("lib").resolve(file), Path.of("target", file).toAbsolutePath());
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
    void what_was_said_can_be_followed_as_it_happens() throws Exception {
        out("agent", "register", "alice");
        out("send", "#general", "before", "--as", "alice");
        Running tail =
                installation.waybill(
                        "tail", "--since", "0", "--type", "message.created", "--count", "2");

        out("send", "#general", "and after", "--as", "alice");

        assertThat(tail.output()).containsSubsequence("before", "and after");
        assertThat(tail.exitCode()).isEqualTo(ExitCode.OK.code());
        assertThat(out("tail", "--since", "0", "--count", "1", "--json")).startsWith("{");
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
