package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.server.Keys;
import dev.waybill.server.Product;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ServerCommandTest {
    @TempDir private Path folder;

    @Test
    void a_first_start_shows_the_key_and_a_request_to_paste() {
        Shell shell = new Shell();

        assertThat(shell.run("up", "--port", "9000", "--data", folder.toString()))
                .isEqualTo(ExitCode.OK);

        assertThat(shell.out())
                .contains(
                        "Waybill " + Product.version(),
                        "http://127.0.0.1:9000/docs",
                        folder.toString(),
                        "rk_live_key")
                .containsSubsequence(
                        "curl -X POST http://127.0.0.1:9000/v1/channels/general/messages",
                        "-H 'Authorization: Bearer at_live_token'",
                        "-d '{\"text\":\"hello\"}'");
    }

    @Test
    void a_later_start_says_where_the_key_is() throws IOException {
        Path keys = Files.writeString(folder.resolve(Keys.FILE), "{}");
        Shell shell = new Shell(config -> new StubServer(config, null));

        shell.run("up", "--data", folder.toString());

        assertThat(shell.out()).contains("kept in " + keys).doesNotContain("rk_live");
    }

    @Test
    void a_later_start_does_not_name_a_file_that_its_owner_has_deleted() {
        Shell shell = new Shell(config -> new StubServer(config, null));

        shell.run("up", "--data", folder.toString());

        assertThat(shell.out())
                .contains("shown at the first start; it is kept nowhere else")
                .doesNotContain(Keys.FILE);
    }

    @Test
    void serve_leaves_the_welcome_out() {
        Shell shell = new Shell();

        assertThat(shell.run("serve", "--port", "9000")).isEqualTo(ExitCode.OK);

        assertThat(shell.out())
                .isEqualTo("Waybill " + Product.version() + " listens on http://127.0.0.1:9000\n");
    }

    @Test
    void as_json_the_start_is_one_document() {
        Shell shell = new Shell();

        shell.run("up", "--json", "--data", folder.toString());

        JsonNode started = shell.json();
        assertThat(started.get("url").asString()).isEqualTo("http://127.0.0.1:7717");
        assertThat(started.get("data").asString()).isEqualTo(folder.toString());
        assertThat(started.get("first_keys").get("agent_token").asString())
                .isEqualTo("at_live_token");
    }

    @Test
    void the_server_is_closed_at_the_end() {
        AtomicReference<StubServer> started = new AtomicReference<>();
        Shell shell =
                new Shell(
                        config -> {
                            started.set(new StubServer(config, null));
                            return started.get();
                        });

        shell.run("serve");

        assertThat(started.get().closed()).isTrue();
    }

    @Test
    void all_mistakes_of_the_configuration_are_listed_and_nothing_starts() throws IOException {
        Path file =
                Files.writeString(folder.resolve("my.toml"), "server.prot = 1\nlog.level = 'loud'");
        Shell shell =
                new Shell(
                        _ -> {
                            throw new AssertionError("started");
                        });

        ExitCode code =
                shell.with("WAYBILL_SERVER_PORT", "x").run("up", "--config", file.toString());

        assertThat(code).isEqualTo(ExitCode.CONFIGURATION);
        assertThat(shell.err())
                .hasLineCount(3)
                .contains("server.prot", "did you mean", "'loud'", "WAYBILL_SERVER_PORT");
    }

    @Test
    void a_taken_port_has_its_own_exit_code() {
        Shell shell =
                failing(
                        new UncheckedIOException(
                                "cannot listen on 127.0.0.1:7717",
                                new BindException("Address already in use")));

        assertThat(shell.run("up")).isEqualTo(ExitCode.PORT_IN_USE);

        assertThat(shell.err())
                .isEqualTo("waybill: cannot listen on 127.0.0.1:7717: Address already in use\n");
    }

    @Test
    void every_reason_of_a_failure_is_told_without_a_stack_trace() {
        Shell shell =
                failing(new CommandFailure(ExitCode.DATA_IN_USE, List.of("one", "two"), null));

        assertThat(shell.run("up")).isEqualTo(ExitCode.DATA_IN_USE);

        assertThat(shell.err()).isEqualTo("waybill: one\nwaybill: two\n");
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void verbose_adds_the_stack_trace() {
        Shell shell = failing(new IllegalStateException("broken"));

        assertThat(shell.run("up", "--verbose")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err()).contains("waybill: broken\n", "at dev.waybill.cli");
    }

    @Test
    void as_json_a_failure_is_one_document_too() {
        Shell shell = failing(new IllegalStateException("broken"));

        shell.run("up", "--json");

        JsonNode error = shell.json().get("error");
        assertThat(error.get("code").asString()).isEqualTo("failure");
        assertThat(error.get("exit_code").asInt()).isEqualTo(1);
        assertThat(error.get("messages").get(0).asString()).isEqualTo("broken");
    }

    private static Shell failing(RuntimeException reason) {
        return new Shell(
                _ -> {
                    throw reason;
                });
    }
}
