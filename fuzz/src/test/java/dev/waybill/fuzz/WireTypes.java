package dev.waybill.fuzz;

import dev.waybill.protocol.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Every record of the protocol that is not part of the agent network, which has readers of its own. A new one is met
/// without being asked for.
final class WireTypes {
    private WireTypes() {}

    static List<Class<?>> all() {
        URI place =
                URI.create(
                        Json.class.getProtectionDomain().getCodeSource().getLocation().toString());
        try {
            if (!place.getPath().endsWith(".jar")) {
                return in(Path.of(place));
            }
            try (FileSystem jar = FileSystems.newFileSystem(Path.of(place), Map.of())) {
                return in(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Class<?>> in(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("-"))
                    .filter(name -> !name.matches(".*/network/(?!api/).*"))
                    .sorted()
                    .<Class<?>>map(WireTypes::load)
                    .filter(Class::isRecord)
                    .toList();
        }
    }

    private static Class<?> load(String file) {
        try {
            return Class.forName(
                    file.substring(0, file.length() - ".class".length()).replace('/', '.'));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
