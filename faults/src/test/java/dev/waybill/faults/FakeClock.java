package dev.waybill.faults;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A clock that a process takes for that of the machine, with the help of libfaketime; the time that passes stays what it
/// is. Where that is not installed, a test that asks for it is skipped.
final class FakeClock {
    private static final List<Path> LIBRARIES =
            List.of(
                    Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
                    Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"));

    private final Path library;
    private final Path file;

    FakeClock(Path folder) {
        List<Path> installed = LIBRARIES.stream().filter(Files::exists).toList();
        assumeTrue(!installed.isEmpty(), "skipped: there is no libfaketime to set a clock with");
        this.library = installed.getFirst();
        this.file = folder.resolve("clock");
        jump(Duration.ZERO);
    }

    /// From its next start on, the server goes by this clock.
    ServerProcess on(ServerProcess server) {
        return server.with("LD_PRELOAD", library.toString())
                .with("FAKETIME_TIMESTAMP_FILE", file.toString())
                .with("FAKETIME_NO_CACHE", "1")
                .with("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                .with("DONT_FAKE_MONOTONIC", "1")
                // Otherwise waits with a limit end too soon.
                .with("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /// From now on it is so much ahead of the machine's, or behind.
    void jump(Duration ahead) {
        try {
            Path next = file.resolveSibling("clock.next");
            Files.writeString(next, "%+d%n".formatted(ahead.toSeconds()));
            Files.move(next, file, ATOMIC_MOVE, REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
