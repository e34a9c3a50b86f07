package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Signals to processes of a test.
final class Signals {
    private Signals() {}

    /// A command that hears SIGINT even when the build was started in the background, where shells have it ignored.
    static List<String> heard(String... command) {
        Stream<String> reset =
                Files.exists(Path.of("/proc/self/status"))
                        ? Stream.of("env", "--default-signal=INT")
                        : Stream.empty();
        return Stream.concat(reset, Stream.of(command)).toList();
    }

    static void send(String signal, Process process) throws Exception {
        Process kill =
                new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start();
        assertThat(kill.waitFor()).isEqualTo(0);
    }
}
