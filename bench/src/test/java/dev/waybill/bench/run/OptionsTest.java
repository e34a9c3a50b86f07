package dev.waybill.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.waybill.Entry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Main main = new Main(new Programs(List.of()), new PrintStream(out, true, UTF_8));

    @Test
    void help_shows_every_option_and_examples() throws Exception {
        assertThat(main.run("--help")).isZero();

        assertThat(out.toString(UTF_8))
                .contains("--peers", "--rounds", "--seconds", "--out", "--stored", "--agents")
                .contains("Examples:", "bench/run growth");
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
                "--nothing"
            })
    void what_is_not_understood_starts_nothing(String words) throws Exception {
        assertThat(main.run(words.split(" ", -1))).isEqualTo(2);
    }

    private static Options options(String... args) {
        return new Options(new CommandLine(Options.spec()).parseArgs(args));
    }
}
