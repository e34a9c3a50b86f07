package dev.waybill.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs one command to its end, within a limit, together with whatever it starts.
final class Commands {
    private Commands() {}

    /// What became of a command; a command that was stopped at its limit has no exit code of its own.
    record Ended(int exitCode, String output) {
        static final int STOPPED = -1;

        boolean succeeded() {
            return exitCode == 0;
        }
    }

    static Ended run(
            Path folder, Duration limit, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("waybill-client", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
            String text = Files.readString(output, UTF_8);
            return ended
                    ? new Ended(process.exitValue(), text)
                    : new Ended(Ended.STOPPED, text + "\nstopped after " + limit);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Files.delete(output);
        }
    }
}
