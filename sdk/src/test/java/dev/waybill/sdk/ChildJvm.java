package dev.waybill.sdk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A class of the test class path in a process of its own, which can be killed.
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private ChildJvm(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    static ChildJvm start(Class<?> main, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ChildJvm(
                    new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String line() {
        try {
            String line = out.readLine();
            if (line == null) {
                throw new IllegalStateException("the process has ended");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Every line it prints until its end.
    Thread lines(Consumer<String> reader) {
        return Thread.ofPlatform().daemon().start(() -> out.lines().forEach(reader));
    }

    /// As `kill -9` does it.
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        kill();
    }
}
