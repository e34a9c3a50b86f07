package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.Config;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UntilSignalTest {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void kill() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void a_signal_closes_the_server_and_ends_with_success() throws Exception {
        Process process = start("closes");
        BufferedReader out = process.inputReader(UTF_8);
        assertThat(out.readLine()).isEqualTo("up");

        process.toHandle().destroy();

        assertThat(out.readLine()).isEqualTo("closing");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(0);
    }

    @Test
    void a_second_signal_ends_a_server_that_does_not_close() throws Exception {
        Process process = start("hangs");
        BufferedReader out = process.inputReader(UTF_8);
        assertThat(out.readLine()).isEqualTo("up");
        process.toHandle().destroy();
        assertThat(out.readLine()).isEqualTo("closing");

        process.toHandle().destroy();

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
    }

    private Process start(String behaviour) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Stoppable.class.getName(),
                                behaviour)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        started.add(process);
        return process;
    }

    /// The process under test: announces `up`, and `closing` when it got one.
    static final class Stoppable {
        public static void main(String[] behaviour) {
            new UntilSignal()
                    .keep(
                            new StubServer(Config.DEFAULTS, null) {
                                @Override
                                public void close() {
                                    System.out.println("closing");
                                    if (behaviour[0].equals("hangs")) {
                                        hang();
                                    }
                                }
                            },
                            () -> System.out.println("up"));
        }

        private static void hang() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
