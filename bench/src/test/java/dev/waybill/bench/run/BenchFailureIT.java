package dev.waybill.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.process.Programs;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody is told when a run does not go as they wished, and that nothing stays behind.
class BenchFailureIT {
    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void a_peer_that_does_not_start_takes_no_part_and_the_others_do() throws Exception {
        Path launcher = Installed.in(folder);
        program("redis-server", "echo broken >&2; exit 3");

        assertThat(run("W1", "--peers=redis", "--agents=1", "--launcher=" + launcher)).isZero();

        assertThat(out.toString(UTF_8))
                .contains("redis takes no part: it did not start", "| messages/s ");
        assertNothingIsLeft();
    }

    @Test
    void what_could_not_be_measured_is_named_and_the_rest_of_the_run_goes_on() throws Exception {
        Path launcher = program("waybill", "echo no server here; exit 3");

        int status = run("W1", "W6", "--peers=none", "--launcher=" + launcher);

        assertThat(status).isEqualTo(1);
        assertThat(out.toString(UTF_8))
                .contains("W1 was not measured", "W6 was not measured", "no server here");
        assertNothingIsLeft();
    }

    @Test
    void figures_are_told_also_when_the_report_cannot_be_written() throws Exception {
        Path report = folder.resolve("report");
        Path launcher = program("waybill", "echo in the way >" + report + "; exit 3");

        int status = run("W1", "--peers=none", "--launcher=" + launcher);

        assertThat(status).isEqualTo(1);
        assertThat(out.toString(UTF_8))
                .contains("W1 was not measured")
                .doesNotContain("report.html are in");
        assertNothingIsLeft();
    }

    @Test
    void ctrl_c_ends_a_run_with_all_its_servers_and_data() throws Exception {
        Path launcher = Installed.in(folder);
        Files.createDirectory(folder.resolve("target"));
        Process bench = started("W1", "--peers=limit", "--launcher=" + launcher);
        try (BufferedReader words = bench.errorReader(UTF_8)) {
            assertThat(words.lines().anyMatch(line -> line.endsWith("warms up"))).isTrue();
            Set<ProcessHandle> servers = bench.descendants().collect(Collectors.toSet());
            assertThat(servers).hasSizeGreaterThanOrEqualTo(2);

            interrupt(bench);

            assertThat(words.lines().toList()).contains("bench/run: stopped; no report is written");
            assertThat(bench.waitFor(60, SECONDS)).isTrue();
            assertThat(bench.exitValue()).isEqualTo(130);
            assertThat(servers).noneMatch(ProcessHandle::isAlive);
            assertThat(folder.resolve("target")).isEmptyDirectory();
        } finally {
            bench.descendants().forEach(ProcessHandle::destroyForcibly);
            bench.destroyForcibly();
        }
    }

    private int run(String... words) throws Exception {
        Stream<String> same =
                Stream.of(
                        "--rounds=1",
                        "--seconds=0.2",
                        "--warm-up=0",
                        "--out=" + folder.resolve("report"));
        Programs programs = new Programs(List.of(folder));
        return new Main(programs, new PrintStream(out, true, UTF_8), folder.resolve("target"))
                .run(Stream.concat(same, Stream.of(words)).toArray(String[]::new));
    }

    /// The command in a process and a folder of its own, where it hears SIGINT whatever the build was started by.
    private Process started(String... words) throws Exception {
        Stream<String> java =
                Stream.of(
                        "env",
                        "--default-signal=INT",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        Main.class.getName());
        return new ProcessBuilder(Stream.concat(java, Stream.of(words)).toList())
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(":"));
    }

    private static void interrupt(Process process) throws Exception {
        Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private Path program(String name, String script) throws Exception {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private void assertNothingIsLeft() {
        assertThat(folder.resolve("target")).isEmptyDirectory();
        assertThat(ProcessHandle.current().descendants())
                .noneMatch(
                        each -> each.info().commandLine().orElse("").contains(folder.toString()));
    }
}
