package dev.waybill.bench.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds programs that are installed.
///
/// @param folders where to look, the best first
public record Programs(List<Path> folders) {
    private static final Path POSTGRES = Path.of("/usr/lib/postgresql");

    public Programs {
        folders = List.copyOf(folders);
    }

    /// Those of the path, and those that Debian puts beside it. RabbitMQ's own script comes before the one that would
    /// start it as another user.
    public static Programs ofMachine() {
        String path = System.getenv().getOrDefault("PATH", "");
        return new Programs(
                Stream.of(
                                Stream.of("/usr/lib/rabbitmq/bin").map(Path::of),
                                Arrays.stream(path.split(File.pathSeparator, -1)).map(Path::of),
                                Stream.of("/usr/sbin", "/usr/local/sbin").map(Path::of),
                                postgres())
                        .flatMap(each -> each)
                        .toList());
    }

    public Optional<Path> find(String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// The newest version first.
    private static Stream<Path> postgres() {
        if (!Files.isDirectory(POSTGRES)) {
            return Stream.of();
        }
        try (Stream<Path> versions = Files.list(POSTGRES)) {
            return versions
                    .sorted(Comparator.comparing(Path::toString).reversed())
                    .map(version -> version.resolve("bin"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
