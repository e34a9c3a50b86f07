package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.RecordingServer.Asked;
import dev.waybill.cli.command.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is made for a measurement and removed again, at a server that has no socket.
class BenchCommandTest {
    @TempDir private Path folder;

    private final RecordingServer server =
            new RecordingServer()
                    .answering("{\"api_key\":\"rk_live_made\",\"token\":\"at_live_made\"}");
    private Shell shell;

    @BeforeEach
    void setUp() {
        shell =
                new Shell()
                        .with("XDG_CONFIG_HOME", folder.toString())
                        .with("WAYBILL_URL", server.url())
                        .with("WAYBILL_KEY", "rk_live_own");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_workspace_that_was_made_is_deleted_also_when_nothing_came_of_it() {
        assertThat(shell.run("bench", "--yes")).isNotEqualTo(ExitCode.OK);

        assertThat(server.asked().getFirst().line()).isEqualTo("POST /v1/workspaces");
        assertThat(server.last().line()).isEqualTo("DELETE /v1/workspace");
        assertThat(server.last().bearer()).isEqualTo("Bearer rk_live_made");
    }

    @Test
    void who_may_make_no_workspace_is_told_so_and_their_own_is_left_alone() {
        server.refusing("POST /v1/workspaces");

        assertThat(shell.run("bench", "--yes")).isEqualTo(ExitCode.NOT_AUTHORISED);

        assertThat(shell.err()).contains("no workspace may be made here", "--here");
        assertThat(server.asked()).extracting(Asked::line).containsExactly("POST /v1/workspaces");
    }

    @Test
    void agents_in_a_workspace_of_ones_own_are_removed_again() {
        assertThat(shell.run("bench", "--here", "--yes")).isNotEqualTo(ExitCode.OK);

        Asked last = server.last();
        assertThat(last.line()).matches("DELETE /v1/agents/bench-\\w+-agent-1");
        assertThat(last.bearer()).isEqualTo("Bearer rk_live_own");
        assertThat(server.asked())
                .extracting(Asked::line)
                .doesNotContain("POST /v1/workspaces", "DELETE /v1/workspace");
    }

    @Test
    void where_nobody_can_be_asked_nothing_is_done_without_yes() {
        assertThat(shell.run("bench")).isEqualTo(ExitCode.USAGE);

        assertThat(server.asked()).isEmpty();
        assertThat(shell.err()).contains("stay in the database", "--yes agrees to it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "n\n", "no\n", "yesterday\n"})
    void any_answer_but_yes_is_a_no(String answer) {
        assertThat(shell.attended().typing(answer).run("bench")).isEqualTo(ExitCode.FAILURE);

        assertThat(server.asked()).isEmpty();
        assertThat(shell.err())
                .contains("stay in the database", "Go on? [y/N]", "nothing was done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"y\n", " Yes \n"})
    void who_says_yes_is_heard(String answer) {
        shell.attended().typing(answer).run("bench");

        assertThat(server.asked().getFirst().line()).isEqualTo("POST /v1/workspaces");
    }

    @Test
    void it_is_said_before_what_is_left_in_which_workspace() {
        shell.attended().run("bench", "--here");
        assertThat(shell.err()).contains("registered in your workspace", "What they said stays");

        Shell other = new Shell().with("WAYBILL_URL", server.url()).attended();
        other.run("bench");
        assertThat(other.err()).contains("A workspace is made for it and deleted afterwards");
        assertThat(server.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seconds 0", "--seconds soon", "--rate 0", "--rate 1000000"})
    void lengths_and_rates_that_make_no_sense_are_refused_before_anything_is_asked(String words) {
        String[] both = words.split(" ", -1);

        assertThat(shell.run("bench", both[0], both[1])).isEqualTo(ExitCode.USAGE);

        assertThat(server.asked()).isEmpty();
        assertThat(shell.err()).contains(both[0] + " takes a number from 1 to");
    }
}
