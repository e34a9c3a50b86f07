package dev.waybill.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.waybill.Entry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionsTest {
    private static final Programs NONE = new Programs(List.of());

    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void help_shows_every_option_and_examples() throws Exception {
        assertThat(run("--help")).isZero();

        assertThat(out.toString(UTF_8))
                .contains("--peers", "--rounds", "--seconds", "--out", "--stored", "--agents")
                .contains("--members", "--of", "Examples:", "bench/run growth");
    }

    @Test
    void workloads_are_named_alone_with_commas_and_from_one_to_another() {
        assertThat(Workloads.named(List.of("W1", "w3")).orElseThrow())
                .containsExactly(Workloads.W1, Workloads.W3);
        assertThat(Workloads.named(List.of("W2..W4", "growth")).orElseThrow())
                .containsExactly(Workloads.W2, Workloads.W3, Workloads.W4, Workloads.GROWTH);
        assertThat(Workloads.named(List.of()).orElseThrow())
                .contains(Workloads.W1, Workloads.W7)
                .doesNotContain(Workloads.GROWTH);
    }

    @Test
    void everybody_takes_part_who_is_not_left_out() {
        assertThat(options("W1").peers()).containsExactlyInAnyOrder(Peer.values());
        assertThat(options("W1", "--peers=limit").peers()).containsExactly(Peer.LIMIT);
        assertThat(options("W1", "--peers=none").peers()).isEmpty();
    }

    @Test
    void a_workload_is_entered_in_the_ways_that_were_asked_for() {
        assertThat(options("W2").ways()).containsExactlyInAnyOrder(Entry.values());

        Lineup asked = Lineup.EVERY_WAY.only(options("W2", "--ways=requests").ways());

        assertThat(asked.entries()).containsExactly(Entry.REQUESTS);
        assertThat(asked.limits()).containsExactly(Entry.REQUESTS);
        assertThat(Lineup.FRAMES.only(options("W6", "--ways=requests").ways()))
                .isEqualTo(Lineup.FRAMES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "W9",
                "W1 --peers kafka",
                "W2 --ways mail",
                "W1 --rounds many",
                "W1 --stored -1",
                "W1 --stored 1,",
                "W1 --rounds 0",
                "W1 --rounds 99999999999",
                "W1 --seconds 0",
                "W1 --seconds soon",
                "W1 --seconds 0.0001",
                "W1 --warm-up -1",
                "W2 --agents 0",
                "W3 --members 0",
                "W4 --rate 0",
                "W4 --rate 1000001",
                "W5 --backlog 0",
                "W6 --sockets 0",
                "growth --of W6",
                "growth --of anything",
                "W1 --launcher nowhere/waybill",
                "W1 --launcher /",
                "W1 --beside nowhere/waybill",
                "W1 --out /dev/null",
                "W1 --out /dev/null/report",
                "--nothing"
            })
    void what_is_not_understood_starts_nothing(String words) throws Exception {
        assertThat(run(words.split(" ", -1))).isEqualTo(2);

        assertThat(folder).isEmptyDirectory();
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @Test
    void rounds_may_be_parts_of_a_second() {
        Rounds rounds = options("W1", "--seconds=0.5").rounds();

        assertThat(rounds.length()).isEqualTo(Duration.ofMillis(500));
        assertThat(rounds.warmUp()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options("W1", "--warm-up=0").rounds().warmUp()).isZero();
    }

    @Test
    void growth_is_that_of_three_workloads_unless_others_are_asked_for() {
        assertThat(options("growth").grown())
                .containsExactly(Workloads.W1, Workloads.W2, Workloads.W4);
        assertThat(options("growth", "--of=W3,W5,W7").grown())
                .containsExactly(Workloads.W3, Workloads.W5, Workloads.W7);
    }

    @Test
    void a_channel_is_measured_with_as_many_agents_as_were_asked_for() {
        Sizes sizes = options("W3", "--members=5,6").sizes(false);

        assertThat(Workloads.W3.parts(sizes))
                .containsExactly(
                        Messages.fanOut(5, 1),
                        Messages.fanOut(5, 8),
                        Messages.fanOut(6, 1),
                        Messages.fanOut(6, 8));
    }

    @Test
    void who_is_not_installed_is_named_with_what_to_install() {
        Path nowhere = Path.of("waybill");

        assertThat(new Party(NONE, options("W1").peers(), nowhere, Optional.empty()).absent())
                .containsExactlyInAnyOrder(
                        "nats takes no part: there is no nats-server here; on Debian: apt-get install nats-server",
                        "rabbitmq takes no part: there is no rabbitmq-server here; on Debian: apt-get install rabbitmq-server",
                        "redis takes no part: there is no redis-server here; on Debian: apt-get install redis-server",
                        "postgres takes no part: there is no initdb here; on Debian: apt-get install postgresql");
    }

    private int run(String... words) throws Exception {
        return new Main(NONE, new PrintStream(out, true, UTF_8), folder).run(words);
    }

    private static Options options(String... args) {
        return new Options(new CommandLine(Options.spec()).parseArgs(args));
    }
}
