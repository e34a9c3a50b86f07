package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TailTest {
    private static final String HELLO =
            "\"channel\":\"general\",\"message\":{\"id\":\"9\",\"agent_name\":\"alice\",\"text\":\"hello\"}";

    @TempDir private Path folder;

    private final FakeWorkspace workspace = new FakeWorkspace();
    private Shell shell;

    @BeforeEach
    void setUp() {
        shell =
                new Shell()
                        .with("XDG_CONFIG_HOME", folder.toString())
                        .with("WAYBILL_URL", workspace.url())
                        .with("WAYBILL_KEY", "rk_live_1");
    }

    @AfterEach
    void stop() throws IOException {
        workspace.close();
    }

    @Test
    void what_happens_is_shown_as_it_happens() throws Exception {
        workspace.write("message.created", HELLO);
        CompletableFuture<ExitCode> tail = tail("--count", "2");
        workspace.awaitFollower();

        workspace.happen("message.created", HELLO);
        workspace.say("{\"type\":\"pong\"}");
        workspace.happen("member.joined", "\"channel\":\"ops\",\"agent_name\":\"bob\"");

        assertThat(tail).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(ExitCode.OK);
        assertThat(shell.out().lines().map(line -> line.substring("00:00:00".length())))
                .containsExactly(
                        "       2  message.created   #general  alice  hello",
                        "       3  member.joined     #ops  bob");
    }

    @Test
    void what_happened_before_is_shown_on_request() {
        workspace.write("message.created", HELLO);
        workspace.write("message.created", HELLO);
        workspace.write("message.created", HELLO);

        CompletableFuture<ExitCode> tail = tail("--since", "1", "--count", "2", "--json");

        assertThat(tail).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(ExitCode.OK);
        assertThat(numbers()).containsExactly("2", "3");
    }

    @Test
    void a_break_loses_nothing_and_repeats_nothing() throws Exception {
        CompletableFuture<ExitCode> tail = tail("--count", "4", "--json");
        workspace.awaitFollower();
        workspace.happen("message.created", HELLO);
        awaitLines(1);
        workspace.drop();
        workspace.write("message.created", HELLO);
        workspace.write("message.created", HELLO);
        workspace.awaitFollower();

        workspace.happen("message.created", HELLO);

        assertThat(tail).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(ExitCode.OK);
        assertThat(numbers()).containsExactly("1", "2", "3", "4");
        assertThat(shell.err()).contains("trying again in");
    }

    @Test
    void what_comes_both_ways_is_shown_once() {
        workspace.echo();
        for (int number = 0; number < 20; number++) {
            workspace.write("message.created", HELLO);
        }

        CompletableFuture<ExitCode> tail = tail("--since", "0", "--json", "--count", "21");
        workspace.happen("message.created", HELLO);

        assertThat(tail).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(ExitCode.OK);
        assertThat(numbers()).hasSize(21).doesNotHaveDuplicates();
    }

    @Test
    void a_number_of_its_own_does_not_take_the_place_of_the_events_number() {
        workspace.write("delivery.failed", "\"seq\":70,\"error\":\"gone\"");
        workspace.write("message.created", HELLO);

        assertThat(tail("--since", "0", "--count", "2", "--json"))
                .succeedsWithin(Duration.ofSeconds(30));

        assertThat(numbers()).containsExactly("1", "2");
        assertThat(shell.out()).contains("\"delivery_seq\":70");
    }

    @Test
    void what_the_server_no_longer_has_is_told() throws Exception {
        CompletableFuture<ExitCode> tail = tail("--count", "1");
        workspace.awaitFollower();

        workspace.say("{\"type\":\"resync_ack\",\"last_seen_seq\":0,\"gap_detected\":true}");
        workspace.happen("message.created", HELLO);

        assertThat(tail).succeedsWithin(Duration.ofSeconds(30));
        assertThat(shell.err()).contains("no longer has everything");
    }

    @Test
    void live_and_logged_events_look_the_same_as_json() throws Exception {
        workspace.write("message.created", HELLO);
        CompletableFuture<ExitCode> tail = tail("--since", "0", "--count", "2", "--json");
        workspace.awaitFollower();

        workspace.happen("message.created", HELLO);

        assertThat(tail).succeedsWithin(Duration.ofSeconds(30));
        List<String> lines =
                shell.out()
                        .lines()
                        .map(
                                line ->
                                        line.replaceAll(
                                                ",?\"(seq|created_at)\":(\\d+|\"[^\"]*\")", ""))
                        .map(line -> line.replace("{,", "{"))
                        .toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo(lines.get(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--type message.*,channel.created | 1 2 4 5 6",
                "--channel #ops | 4",
                "--agent bob --channel general | 5",
                "--agent @bob | 5",
                "--type thread.reply | 3"
            })
    void only_what_is_wanted_is_shown(String filter, String expected) {
        workspace.write("message.created", HELLO);
        workspace.write("message.updated", HELLO);
        workspace.write("thread.reply", HELLO);
        workspace.write("message.created", HELLO.replace("general", "ops"));
        workspace.write("message.created", HELLO.replace("alice", "bob"));
        workspace.write("channel.created", "\"channel\":{\"name\":\"general\",\"topic\":null}");
        List<String> numbers = List.of(expected.split(" "));
        String options = "--since 0 --json --count " + numbers.size() + " " + filter;

        assertThat(tail(options.split(" "))).succeedsWithin(Duration.ofSeconds(30));

        assertThat(numbers()).isEqualTo(numbers);
    }

    @Test
    void a_stream_that_is_refused_is_a_failure_of_its_own() {
        workspace.refuse(401);

        assertThat(tail())
                .succeedsWithin(Duration.ofSeconds(30))
                .isEqualTo(ExitCode.NOT_AUTHORISED);
        assertThat(shell.err()).contains("HTTP 401", "WAYBILL_KEY");
    }

    @Test
    void a_token_that_is_revoked_ends_it() throws Exception {
        CompletableFuture<ExitCode> tail = tail();
        workspace.awaitFollower();

        workspace.endStreams(1008);

        assertThat(tail).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(ExitCode.NOT_AUTHORISED);
    }

    @Test
    void nobody_there_at_first_is_unreachable() throws IOException {
        workspace.close();

        assertThat(tail()).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(shell.err()).contains("waybill up");
    }

    @Test
    void kinds_of_events_have_colours_of_their_own() {
        workspace.write("delivery.failed", "\"delivery_id\":\"del_1\",\"error\":\"gone\"");
        shell.withColours();

        assertThat(tail("--since", "0", "--count", "1")).succeedsWithin(Duration.ofSeconds(30));

        assertThat(shell.out()).contains("\u001b[31mdelivery.failed \u001b[0m  delivery_id=del_1");
    }

    private CompletableFuture<ExitCode> tail(String... options) {
        String[] words =
                Stream.concat(Stream.of("tail"), Stream.of(options)).toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> shell.run(words), Thread::startVirtualThread);
    }

    private void awaitLines(long count) {
        Instant deadline = Instant.now().plusSeconds(30);
        while (shell.out().lines().count() < count) {
            assertThat(Instant.now()).isBefore(deadline);
            Thread.onSpinWait();
        }
    }

    private List<String> numbers() {
        return shell.out()
                .lines()
                .map(line -> line.replaceAll(".*\"seq\":(\\d+).*", "$1"))
                .toList();
    }
}
